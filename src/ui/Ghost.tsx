import classes from './Ghost.module.css'

export type PlaceholderShape = 'cards' | 'rows' | 'bars'

const partCount = { cards: 4, rows: 4, bars: 24 }

/** The faint outline of what a place will look like once it is in use. */
export function PlaceholderArt({ shape }: { shape: PlaceholderShape }) {
  return (
    <div className={classes.ghost} data-shape={shape} aria-hidden="true">
      {Array.from({ length: partCount[shape] }, (_, index) => index).map((place) => (
        <span
          key={place}
          className={classes.part}
          style={shape === 'bars' ? { height: barHeight(place) } : undefined}
        />
      ))}
    </div>
  )
}

/** Two waves of different length look like a season of visits. */
const barHeight = (place: number) => `${Math.round(45 + 25 * Math.sin(place / 2.2) + 22 * Math.sin(place / 5 + 4))}%`
