import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/queryKeys.ts'
import { SectionFoot } from '#ui/SectionCard.tsx'
import { showToast } from '#ui/toasts.ts'
import classes from './Billing.module.css'
import { type Billing, resumeSubscription } from './billing.functions.ts'
import { isActive, MONEY_BACK_DAYS } from './billing.ts'

export function BillingFoot({ billing: { status, endsAt } }: { billing: Billing }) {
  const queryClient = useQueryClient()
  const { mutate: resume, isPending } = useMutation({
    mutationFn: () => resumeSubscription(),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [queryKeys.user] })
      showToast('Your subscription goes on.')
    },
  })
  return (
    <SectionFoot>
      <p className={classes.promise}>
        {MONEY_BACK_DAYS}-day money-back guarantee: within {MONEY_BACK_DAYS} days of your first payment, reply to any of
        our mails with the words “money back”.
      </p>
      <Button component="a" href="/portal/billing" variant="default">
        Manage card, invoices and cancellation
      </Button>
      {endsAt && isActive(status) && (
        <Button loading={isPending} onClick={() => resume()}>
          Resume
        </Button>
      )}
    </SectionFoot>
  )
}
