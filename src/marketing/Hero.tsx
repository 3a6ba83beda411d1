import { preload } from 'react-dom'
import { ActionLink, Actions, type LiveExampleProps, LiveExample } from './Action.tsx'
import classes from './Hero.module.css'
import { fallbackUrl, pictureSize, sourceSet } from './pictures/pictures.ts'
import { Screenshot } from './pictures/Screenshot.tsx'

/** A dashboard is unreadable at the width of a phone, so phones show the buyer's view. */
const small = { media: '(max-width: 47.99em)', name: 'listing', sizes: '300px' } as const
const large = { media: '(min-width: 48em)', name: 'dashboard', sizes: '(min-width: 76em) 1080px, 92vw' } as const

export function Hero({ examplePath }: LiveExampleProps) {
  // Preloaded in the document head, so the browser fetches it before it parses the page.
  for (const { name, sizes, media } of [small, large])
    preload(fallbackUrl(name), {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: sourceSet(name, 'avif'),
      imageSizes: sizes,
      fetchPriority: 'high',
      media,
    })
  return (
    <div className={classes.hero}>
      <div className={classes.inner}>
        <div className={classes.words}>
          <h1 className={classes.title}>Property files made easy for agents & buyers</h1>
          <div>
            <p className={classes.lead}>
              Put the title, the LIM and the building report behind one link. Buyers read them for free, and you get
              qualified leads straight to your inbox.
            </p>
            <Actions>
              <ActionLink to="/get-started" large>
                Start free trial
              </ActionLink>
              {examplePath ? (
                <LiveExample examplePath={examplePath} large />
              ) : (
                <ActionLink to="/features" look="plain" large>
                  See how it works
                </ActionLink>
              )}
            </Actions>
            <p className={classes.promise}>30-day free trial · 30-day money-back guarantee</p>
          </div>
        </div>
        <div className={classes.stage}>
          <div className={classes.screen}>
            <picture>
              {[small, large].flatMap(({ name, sizes, media }) =>
                (['avif', 'webp'] as const).map((format) => (
                  <source
                    key={name + format}
                    type={`image/${format}`}
                    srcSet={sourceSet(name, format)}
                    {...pictureSize(name)}
                    sizes={sizes}
                    media={media}
                  />
                )),
              )}
              <img
                className={classes.picture}
                src={fallbackUrl('dashboard')}
                {...pictureSize('dashboard')}
                alt="The dashboard of Property Files, and a listing as buyers see it"
                fetchPriority="high"
              />
            </picture>
          </div>
          <div className={classes.phone}>
            <Screenshot device="phone" name="listing" alt="A listing on a buyer’s phone" sizes="240px" />
          </div>
        </div>
      </div>
    </div>
  )
}
