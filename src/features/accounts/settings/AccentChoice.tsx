import { Box } from '@mantine/core'
import { type AgentCard, cardAccents } from '../accounts.ts'
import { cardAccentColours } from '../cardAccentColours.ts'
import classes from './AccentChoice.module.css'

interface AccentChoiceProps {
  value: AgentCard['cardAccent']
  onChange: (accent: AgentCard['cardAccent']) => void
}

/** Real radio buttons under the swatches: arrows, names and the group come with them. */
export function AccentChoice({ value, onChange }: AccentChoiceProps) {
  return (
    <fieldset className={classes.choice}>
      <legend>Accent</legend>
      <div className={classes.swatches}>
        {cardAccents.map((accent) => (
          <label key={accent} className={classes.option}>
            <input
              type="radio"
              name="cardAccent"
              value={accent}
              checked={accent === value}
              onChange={() => onChange(accent)}
            />
            <Box component="span" className={classes.swatch} style={{ '--accent': cardAccentColours[accent].colour }} />
            {cardAccentColours[accent].name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
