interface FactsTableProps {
  head: [string, string]
  rows: [string, string][]
}

/** What would be a long paragraph as two columns. */
export const FactsTable = ({ head, rows }: FactsTableProps) => (
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
