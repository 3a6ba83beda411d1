interface FactsProps {
  head: [string, string]
  rows: [string, string][]
}

/** What would be a long paragraph as two columns. */
export const Facts = ({ head, rows }: FactsProps) => (
  <table>
    <thead>
      <tr>
        {head.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([what, words]) => (
        <tr key={what}>
          <th scope="row">{what}</th>
          <td>{words}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
