import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { showErrorToast } from '#ui/feedback/toasts.tsx'
import { suggestedMessageQuery, type suggestMessage } from '../messages.functions.ts'

export type SuggestedMessage = Awaited<ReturnType<typeof suggestMessage>>

interface Texts {
  subject: string
  body: string
}

/** What `useForm` returns of a form with the texts of a message. */
interface TextsForm {
  readValues: () => Texts
  setValue: (name: keyof Texts, value: string) => void
}

const areSame = (one: Texts, other: Texts) => one.subject === other.subject && one.body === other.body

/** Our text follows what the agent chooses. What they have written themselves stays until they want ours. */
export function useSuggestedTexts(form: TextsForm, start: SuggestedMessage) {
  const queryClient = useQueryClient()
  const [suggested, setSuggested] = useState(start)
  const latest = useRef(start)
  const requests = useRef(0)

  function use({ subject, body }: Texts) {
    form.setValue('subject', subject)
    form.setValue('body', body)
  }

  /** Returns the text for this choice, unless another was made meanwhile. */
  async function follow(input: Parameters<typeof suggestedMessageQuery>[0]) {
    requests.current += 1
    const request = requests.current
    try {
      const next = await queryClient.fetchQuery(suggestedMessageQuery(input))
      if (request !== requests.current) return undefined
      if (areSame(form.readValues(), latest.current)) use(next)
      latest.current = next
      setSuggested(next)
      return next
    } catch (error) {
      showErrorToast(error)
      return undefined
    }
  }

  return {
    suggested,
    follow,
    useSuggestion: () => use(suggested),
    isSuggested: (texts: Texts) => areSame(texts, suggested),
  }
}
