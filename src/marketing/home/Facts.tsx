import classes from './Facts.module.css'

const facts = [
  { figure: '500 MB', words: 'for each document. Whole scans, as they are.' },
  { figure: '1 link', words: 'for the ad, the e-mail and the sign.' },
  { figure: '0 accounts', words: 'for buyers. Details once, then they read.' },
  { figure: '0 cookies', words: 'to count the visits to your listing.' },
]

/** Numbers of the product itself; there are no others to show off with. */
export const Facts = () => (
  <dl className={classes.facts}>
    {facts.map(({ figure, words }) => (
      <div key={figure}>
        <dt>{figure}</dt>
        <dd>{words}</dd>
      </div>
    ))}
  </dl>
)
