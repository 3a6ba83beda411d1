import classes from './Rest.module.css'

const rest = [
  {
    title: 'Nothing is lost by a slip',
    text: 'Archiving can be undone, forms keep what was typed, and two tabs cannot overwrite each other unseen.',
  },
  {
    title: 'Yours to take along',
    text: 'Listings, files and leads in one zip, from the settings, at any time, also after you cancel.',
  },
  {
    title: 'Buyers stay in charge',
    text: 'On the page of their private link buyers see, download, correct and erase what is stored about them.',
  },
  {
    title: 'What waits for you',
    text: 'The dashboard says which lead has not been answered for a day, and which listing has no photos yet.',
  },
  {
    title: 'Safe to sign in',
    text: 'See every signed-in browser and end it with one press. A new one is told to you by mail.',
  },
  {
    title: 'For everybody',
    text: 'Made to be used by keyboard and screen reader, at 200 % zoom, and with little motion where that is wished.',
  },
]

export const Rest = () => (
  <ul className={classes.rest}>
    {rest.map(({ title, text }) => (
      <li key={title}>
        <h3 className={classes.title}>{title}</h3>
        <p className={classes.text}>{text}</p>
      </li>
    ))}
  </ul>
)
