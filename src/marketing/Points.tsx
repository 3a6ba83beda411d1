interface PointsProps {
  points: { title: string; text: string }[]
  className?: string
}

/** What is to be said, and the words to it. */
export const Points = ({ points, className }: PointsProps) => (
  <dl className={className}>
    {points.map(({ title, text }) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)
