import { Fieldset, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { validityLimit, validityText } from '#features/listings/documentDates.ts'
import { type DocumentType, documentTypes } from '#features/listings/documentTypes.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { SectionBody } from '#ui/layout/SectionCard.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { type DocumentValidity, type VersionRetention, validityChoices, versionRetentions } from '../files.schema.ts'
import { saveDocumentValidity, saveVersionRetention } from '../versions.functions.ts'

interface DocumentSettingsValues {
  versionRetentionMonths: number
  validityDays: Record<string, number>
}

const retentionOptions = versionRetentions.map((months) => ({
  value: String(months),
  label: months === 12 ? '1 year' : `${months / 12} years`,
}))
const validityOptions = validityChoices.map((days) => ({
  value: String(days),
  label: days === 0 ? 'Never' : `After ${validityText(days)}`,
}))
const datedTypes = Object.keys(documentTypes).filter((kind) => kind !== 'other') as DocumentType[]

/** How long earlier versions are kept, and when documents are called old. Saved at once. */
export function DocumentsSection({ versionRetentionMonths, validityDays }: DocumentSettingsValues) {
  const keep = useSetting<VersionRetention>(
    (data) => saveVersionRetention({ data }),
    (settings, { months }) => ({ ...settings, versionRetentionMonths: months }),
  )
  const limit = useSetting<DocumentValidity>(
    (data) => saveDocumentValidity({ data }),
    (settings, { kind, days }) => ({ ...settings, validityDays: { ...settings.validityDays, [kind]: days } }),
  )
  return (
    <SectionBody>
      <Stack gap="md">
        <NativeSelect
          label="Keep earlier versions that buyers have opened"
          description="Counted from the day they were replaced. Then we delete the content, and keep the date, size and SHA-256."
          data={retentionOptions}
          value={String(versionRetentionMonths)}
          onChange={({ currentTarget }) => {
            const months = versionRetentions.find((one) => String(one) === currentTarget.value)
            if (months) keep({ months })
          }}
          maw={360}
        />
        <Fieldset
          variant="unstyled"
          p={0}
          m={0}
          legend={
            <Text component="span" size="sm" fw={600}>
              Remind me that a document is old
            </Text>
          }
        >
          <Text size="xs" c="dimmed" mb="xs">
            Goes by the date on the document, or the day you added it if it has none. Buyers don’t see this.
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
            {datedTypes.map((kind) => (
              <NativeSelect
                key={kind}
                label={documentTypes[kind]}
                data={validityOptions}
                value={String(validityLimit(kind, validityDays))}
                onChange={({ currentTarget }) => {
                  const days = validityChoices.find((one) => String(one) === currentTarget.value)
                  if (days !== undefined) limit({ kind, days })
                }}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
      </Stack>
    </SectionBody>
  )
}

const useSetting = <Input,>(
  save: (input: Input) => Promise<unknown>,
  change: (settings: DocumentSettingsValues, input: Input) => DocumentSettingsValues,
) =>
  useOptimisticMutation<Input, unknown>({
    scope: 'document settings',
    mutationFn: save,
    queryKey: queryKeys.settings,
    updateCache: (queryClient, input) =>
      queryClient.setQueryData<DocumentSettingsValues>(
        queryKeys.settings,
        (settings) => settings && change(settings, input),
      ),
  }).mutate
