import { TickList } from '../TickList.tsx'
import classes from './TwoSides.module.css'

const sides = [
  {
    title: 'For agents',
    points: [
      'The files of every listing in one place, in order and up to date',
      'No more sending the same documents to each buyer by hand',
      'Every enquiry with name, phone, e-mail and note',
      'Replace a document, and the link in the ad still works',
    ],
  },
  {
    title: 'For buyers',
    points: [
      'Free, with no account and no app',
      'Read on the phone, at the open home or on the sofa',
      'See which documents there are before leaving any details',
      'See, correct and erase what is stored, without asking anybody',
    ],
  },
]

export const TwoSides = () => (
  <div className={classes.sides}>
    {sides.map(({ title, points }) => (
      <div key={title} className={classes.side}>
        <h3 className={classes.title}>{title}</h3>
        <TickList items={points} />
      </div>
    ))}
  </div>
)
