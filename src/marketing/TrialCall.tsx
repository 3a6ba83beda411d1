import { Group, Text, Title } from '@mantine/core'
import { ButtonLink } from '#ui/links.tsx'
import classes from './TrialCall.module.css'

/** The last word of a marketing page. */
export function TrialCall() {
  return (
    <section className={classes.call}>
      <Title order={2} className={classes.title}>
        Try it on your next listing
      </Title>
      <Text c="dimmed" mt={12}>
        30-day free trial, then a 30-day money-back guarantee. Buyers never pay.
      </Text>
      <Group mt={28} gap="sm" justify="center">
        <ButtonLink to="/get-started" size="md">
          Start free trial
        </ButtonLink>
        <ButtonLink to="/pricing" size="md" variant="default">
          See pricing
        </ButtonLink>
      </Group>
    </section>
  )
}
