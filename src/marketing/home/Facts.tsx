import { Points } from '../Points.tsx'
import classes from './Facts.module.css'

const facts = [
  { title: '500 MB', text: 'for each document. Whole scans, as they are.' },
  { title: '1 link', text: 'for the ad, the e-mail and the sign.' },
  { title: '0 accounts', text: 'for buyers. Details once, then they read.' },
  { title: '0 cookies', text: 'to count the visits to your listing.' },
]

/** Numbers of the product itself; there are no others to show off with. */
export const Facts = () => <Points points={facts} className={classes.facts} />
