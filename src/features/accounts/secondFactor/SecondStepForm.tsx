import { Anchor, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useForm } from '#ui/form/useForm.ts'
import classes from '../CredentialFields.module.css'
import { CodeFormValues, RecoveryCodeFormValues, TypedStep } from './secondFactor.schema.ts'

/** The six digits of an authenticator app. Phones offer to fill them in. */
export const CodeField = (props: TextInputProps) => (
  <TextInput
    label="Code"
    inputMode="numeric"
    autoComplete="one-time-code"
    spellCheck={false}
    maxLength={20}
    classNames={{ input: classes.code }}
    {...props}
  />
)

interface SecondStepFormProps {
  /** What the button says. */
  label: string
  send: (step: TypedStep) => Promise<unknown>
  onDone: () => unknown
  onFailure?: (error: unknown) => void
}

/** Asks for a code, or for a recovery code in its place. */
export function SecondStepForm(props: SecondStepFormProps) {
  const [hasPhone, setHasPhone] = useState(true)
  const kind = hasPhone ? 'code' : 'recoveryCode'
  return (
    <CodeForm
      {...props}
      key={kind}
      kind={kind}
      other={
        <Anchor component="button" type="button" size="sm" onClick={() => setHasPhone(!hasPhone)}>
          {hasPhone ? 'Use a recovery code' : 'Use a code from your app'}
        </Anchor>
      }
    />
  )
}

interface CodeFormProps extends SecondStepFormProps {
  kind: TypedStep['kind']
  other: ReactNode
}

function CodeForm({ kind, label, other, send, onDone, onFailure }: CodeFormProps) {
  const isCode = kind === 'code'
  const form = useForm({
    initialValues: { code: '' },
    schema: isCode ? CodeFormValues : RecoveryCodeFormValues,
    submit: ({ code }) => send(TypedStep.parse({ kind, code })),
    onSuccess: onDone,
    onFailure,
  })
  return (
    <form method="post" {...form.formProps} aria-label={label}>
      <Stack gap="md">
        {isCode ? (
          <CodeField
            {...form.nativeField('code')}
            description="The six digits that your authenticator app shows for Property Files."
            size="md"
            data-autofocus
            autoFocus
          />
        ) : (
          <TextInput
            {...form.nativeField('code')}
            label="Recovery code"
            description="One of the ten codes that you saved. Each one works once."
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={60}
            size="md"
            data-autofocus
            autoFocus
          />
        )}
        <FailureAlert error={form.failure} />
        <SubmitButton loading={form.isBusy || form.isDone}>{label}</SubmitButton>
        <div>{other}</div>
      </Stack>
    </form>
  )
}
