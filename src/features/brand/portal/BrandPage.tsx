import { Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { QuestionsForm } from '#features/listings/portal/questions/UsualQuestionsForm.tsx'
import { AppError } from '#platform/errors.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { SaveFooter } from '#ui/form/SaveFooter.tsx'
import { UnsavedChangesGuard } from '#ui/form/UnsavedChangesGuard.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionBody, SectionCard } from '#ui/layout/SectionCard.tsx'
import { ConflictDialog } from '#ui/overlay/ConflictDialog.tsx'
import { type BrandSettings, brandQuery, saveAgencyQuestions, saveBrand } from '../brand.functions.ts'
import { BrandFormValues, MAX_BRAND_TEXT_LENGTH } from '../brand.schema.ts'
import { ColourField, LogoField, OfficeEmailField } from './BrandFields.tsx'
import classes from './BrandPage.module.css'
import { BrandPreview } from './BrandPreview.tsx'

interface BrandPageProps {
  settings: BrandSettings
  /** The templates that everyone in the agency can use. Missing for an agent alone. */
  templates?: ReactNode
}

/** What buyers see of the agency, and what it says to them. */
export function BrandPage({ settings, templates }: BrandPageProps) {
  const queryClient = useQueryClient()
  const { form, conflict } = useBrandForm(settings)
  return (
    <div className={classes.page}>
      <SectionCard
        title="Brand"
        about="Buyers see it on your listings, posters, emails, shared links and certificates. Until you add a logo, colour, legal line or website, they look like Property Files."
      >
        <form {...form.formProps}>
          <SectionBody>
            <div className={classes.beside}>
              <Stack gap="lg">
                <LogoField logo={settings.logo} />
                <TextInput label="Name" maxLength={120} autoComplete="organization" {...form.textField('name')} />
                <ColourField
                  value={form.values.colour}
                  field={form.textField('colour')}
                  onPick={(colour) => form.setValue('colour', colour)}
                />
                <TextInput
                  label="Legal line"
                  description="The wording the law requires next to your name."
                  placeholder="Licensed REAA 2008"
                  maxLength={200}
                  autoComplete="off"
                  {...form.textField('legalLine')}
                />
                <TextInput
                  label="Website"
                  description="Your logo on listings links to it."
                  placeholder="https://example.co.nz"
                  inputMode="url"
                  maxLength={200}
                  autoComplete="url"
                  {...form.textField('website')}
                />
                <OfficeEmailField field={form.textField('officeEmail')} waitingFor={settings.unconfirmedOfficeEmail} />
                <Textarea
                  label="At the end of emails to buyers"
                  description="Without web or email addresses. A reply goes to the agent."
                  autosize
                  minRows={2}
                  maxRows={8}
                  dir="auto"
                  maxLength={MAX_BRAND_TEXT_LENGTH}
                  {...form.valueField('emailText')}
                  onChange={(event) => form.setValue('emailText', event.currentTarget.value)}
                />
                <Textarea
                  label="Privacy text"
                  description="Shown below our privacy notice, where buyers leave their details."
                  autosize
                  minRows={2}
                  maxRows={8}
                  dir="auto"
                  maxLength={MAX_BRAND_TEXT_LENGTH}
                  {...form.valueField('privacyText')}
                  onChange={(event) => form.setValue('privacyText', event.currentTarget.value)}
                />
              </Stack>
              <BrandPreview fields={form.values} logo={settings.logo} />
            </div>
          </SectionBody>
          <SaveFooter label="Save brand" form={form} />
        </form>
      </SectionCard>
      <ConflictDialog title="The brand was changed elsewhere" {...conflict}>
        Someone saved it after you opened it. Your changes are still here.
      </ConflictDialog>
      <SectionCard
        title="Questions for buyers"
        about="Asked on listings that have no questions, unless the agent has set usual questions."
      >
        <QuestionsForm
          questions={settings.questions}
          save={saveAgencyQuestions}
          onSaved={() => queryClient.invalidateQueries(brandQuery)}
        />
      </SectionCard>
      {templates && (
        <SectionCard title="Reply templates" about="Everyone in your agency can use these as well as their own.">
          {templates}
        </SectionCard>
      )}
      <UnsavedChangesGuard dirty={form.isDirty} />
    </div>
  )
}

/** If someone else has saved since, the manager chooses whose to keep, as in the editor of a listing. */
function useBrandForm(settings: BrandSettings) {
  const queryClient = useQueryClient()
  /** Of what the values are based on. */
  const version = useRef(settings.version)
  const [isConflict, setConflict] = useState(false)
  const form = useForm({
    initialValues: settings.fields,
    schema: BrandFormValues,
    submit: (values) => saveBrand({ data: { version: version.current, ...values } }),
    onSuccess: async (saved) => {
      version.current = saved.version
      showToast('Brand saved.')
      await Promise.all(
        [queryKeys.brand, queryKeys.agency, queryKeys.settings].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
    onFailure: (error) => {
      if (error instanceof AppError && error.name === 'ChangedElsewhere') setConflict(true)
    },
  })
  // The form follows what is loaded again, unless it has unsaved changes, and so does the version.
  if (!form.isDirty) version.current = settings.version
  const close = () => setConflict(false)
  return {
    form,
    conflict: {
      opened: isConflict,
      onClose: close,
      fetchCurrent: () => queryClient.fetchQuery({ ...brandQuery, staleTime: 0 }),
      onTheirs: (current: BrandSettings) => {
        version.current = current.version
        form.clearFailure()
        form.load(current.fields)
        close()
      },
      onMine: (current: BrandSettings) => {
        version.current = current.version
        close()
        void form.save()
      },
    },
  }
}
