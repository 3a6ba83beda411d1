import { Framed } from '../pictures/Framed.tsx'
import { Stage } from '../pictures/Stage.tsx'
import classes from './Steps.module.css'

const steps = [
  {
    title: 'Drop in the files',
    text: 'Title, LIM, building report, draft agreement, floor plan and photos, all at once. They sort and name themselves.',
    holds: 'laptop',
    picture: 'editor',
    alt: 'The photos and documents of a listing in the editor',
  },
  {
    title: 'Share one link',
    text: 'Each listing has a page of its own, with a link, a QR code and a poster to print for the open home.',
    holds: 'phone',
    picture: 'listing',
    alt: 'A listing with its photos on a phone',
  },
  {
    title: 'Call the buyer',
    text: 'They leave name, e-mail and phone once and read at once. Seconds later you have a mail with the number on top.',
    holds: 'sheet',
    picture: 'mail',
    alt: 'A mail about a new lead, with the phone number first',
  },
] as const

export const Steps = () => (
  <ol className={classes.steps}>
    {steps.map(({ title, text, holds, picture, alt }) => (
      <li key={title} className={classes.step}>
        <Stage holds={holds}>
          <Framed as={holds} name={picture} alt={alt} sizes={holds === 'laptop' ? '640px' : '340px'} />
        </Stage>
        <h3 className={classes.title}>{title}</h3>
        <p className={classes.text}>{text}</p>
      </li>
    ))}
  </ol>
)
