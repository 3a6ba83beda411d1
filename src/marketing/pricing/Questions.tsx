import { Points } from '../Points.tsx'
import classes from './Questions.module.css'

const questions = [
  {
    title: 'Why do you ask for a card before the trial?',
    text: 'So that your pages stay up when the trial ends. Cancel within the 30 days and nothing is charged.',
  },
  {
    title: 'Can I have a second free trial?',
    text: 'There’s one for each person and card. If yours was used before, we tell you before anything is charged.',
  },
  {
    title: 'How does the money-back guarantee work?',
    text: 'Within 30 days of your first payment, reply to any of our mails with the words “money back”. No reasons needed.',
  },
  {
    title: 'What happens to my listings if I cancel?',
    text: 'You can still sign in, read and export. Published pages stay up and their leads still reach you.',
  },
  {
    title: 'What do buyers pay?',
    text: 'Nothing. They need no account either: they leave their details once, and read.',
  },
  {
    title: 'How many listings and files may I have?',
    text: 'As many listings as you like, with 100 GB for their files and up to 500 MB for each.',
  },
  {
    title: 'Do you count visits with cookies?',
    text: 'No, and no IP address is stored. Cookies keep you signed in, and the documents open to a buyer.',
  },
]

export const Questions = () => <Points points={questions} className={classes.list} />
