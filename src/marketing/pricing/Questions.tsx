import classes from './Questions.module.css'

const questions = [
  {
    ask: 'Why do you ask for a card before the trial?',
    answer: 'So that your pages stay up when the trial ends. Cancel within the 30 days and nothing is charged.',
  },
  {
    ask: 'How does the money-back guarantee work?',
    answer:
      'Within 30 days of your first payment, reply to any of our mails with the words “money back”. No reasons needed.',
  },
  {
    ask: 'What happens to my listings if I cancel?',
    answer: 'You can still sign in, read and export. Published pages stay up and their leads still reach you.',
  },
  {
    ask: 'What do buyers pay?',
    answer: 'Nothing. They need no account either: they leave their details once, and read.',
  },
  {
    ask: 'How many listings and files may I have?',
    answer: 'As many listings as you like, with 100 GB for their files and up to 500 MB for each.',
  },
  {
    ask: 'Do you count visits with cookies?',
    answer: 'No, and no IP address is stored. Cookies keep you signed in, and the documents open to a buyer.',
  },
]

export const Questions = () => (
  <dl className={classes.list}>
    {questions.map(({ ask, answer }) => (
      <div key={ask}>
        <dt>{ask}</dt>
        <dd>{answer}</dd>
      </div>
    ))}
  </dl>
)
