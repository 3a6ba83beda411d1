import { Group, Text, Title } from '@mantine/core'
import { preload } from 'react-dom'
import { ButtonLink } from '#ui/links.tsx'
import classes from './Hero.module.css'
import { hero } from './heroImage.ts'

export function Hero() {
  // In the head of the document, so that the browser fetches it before it has read the page.
  preload(hero.src, { as: 'image', imageSrcSet: hero.srcSet, imageSizes: hero.sizes, fetchPriority: 'high' })
  return (
    <section className={classes.hero}>
      <div className={classes.words}>
        <Title order={1} className={classes.title}>
          Property files made easy for agents & buyers
        </Title>
        <Text className={classes.lead} c="gray.7">
          Put the title, the LIM and the building report behind one link. Buyers read them for free, and you get
          qualified leads straight to your inbox.
        </Text>
        <Group gap="sm" mt={32} className={classes.actions}>
          <ButtonLink to="/get-started" size="lg">
            Start free trial
          </ButtonLink>
          <ButtonLink to="/features" size="lg" variant="default">
            See how it works
          </ButtonLink>
        </Group>
        <Text size="sm" c="dimmed" mt={20}>
          30-day free trial · 30-day money-back guarantee
        </Text>
      </div>
      <img
        className={classes.picture}
        src={hero.src}
        srcSet={hero.srcSet}
        sizes={hero.sizes}
        width={hero.width}
        height={hero.height}
        alt="A listing page with its property files, and the lead that a buyer left to read them"
        fetchPriority="high"
      />
    </section>
  )
}
