import { useQuery } from '@tanstack/react-query'
import { FilterSelect } from '#ui/table/ListFilters.tsx'
import { answerFiltersQuery } from '../leads.functions.ts'
import type { LeadsSearch } from '../leadsSearch.ts'

interface AnswerFilterProps {
  search: Pick<LeadsSearch, 'question' | 'answer'>
  onSearchChange: (change: Partial<LeadsSearch>) => void
}

/** Leads by what they answered. Hidden until someone has answered a question. */
export function AnswerFilter({ search: { question, answer }, onSearchChange }: AnswerFilterProps) {
  const { data: known = [] } = useQuery(answerFiltersQuery)
  const isListed = known.some((one) => one.question === question && one.answer === answer)
  // A link may filter by an answer that nobody gives any more.
  const answers = question && !isListed ? [{ question, answer }, ...known] : known
  if (answers.length === 0) return null
  const options = [
    { value: '', label: 'Any answers', question: '', answer: '' },
    ...answers.map((one) => ({
      ...one,
      value: filterValue(one),
      label: `${one.question} ${one.answer || 'Answered'}`,
    })),
  ]
  return (
    <FilterSelect
      label="Answers"
      options={options}
      value={question && filterValue({ question, answer })}
      onSelect={(value) => {
        const { question, answer } = options.find((one) => one.value === value) ?? { question: '', answer: '' }
        onSearchChange({ question, answer })
      }}
    />
  )
}

const filterValue = ({ question, answer }: { question: string; answer: string }) => `${question}\n${answer}`
