import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FindListings, ListingSelect } from '#features/listings/portal/ListingSelect.tsx'
import { copyText } from '#ui/feedback/copyOrSaveText.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { SaveFooter } from '#ui/form/SaveFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionBody, SectionCard } from '#ui/layout/SectionCard.tsx'
import { embedSettingsQuery, saveEmbedSites } from '../embed.functions.ts'
import { EmbedSitesInput, embedPath, embedSnippet } from '../embed.schema.ts'
import classes from './EmbedSection.module.css'

/** A listing's documents on the agency's own website. */
export function EmbedSection({ findListings }: { findListings: FindListings }) {
  const { data: settings } = useSuspenseQuery(embedSettingsQuery)
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { sites: settings.sites.join('\n') },
    schema: EmbedSitesInput,
    submit: (values) => saveEmbedSites({ data: values }),
    onSuccess: async ({ sites }) => {
      form.load({ sites: sites.join('\n') })
      showToast('Websites saved.')
      await queryClient.invalidateQueries(embedSettingsQuery)
    },
  })
  return (
    <>
      <SectionCard
        title="Your website"
        about="Show a listing’s documents on your own website. Buyers leave their details and read there, and you get the leads as usual."
      >
        <form {...form.formProps}>
          <SectionBody>
            <Textarea
              label="Websites that may show your documents"
              description="One per line. Add your address with and without www if both work. No other website can show them."
              placeholder="https://www.example.co.nz"
              autosize
              minRows={2}
              maxRows={8}
              autoComplete="off"
              spellCheck={false}
              {...form.valueField('sites')}
              onChange={(event) => form.setValue('sites', event.currentTarget.value)}
            />
          </SectionBody>
          <SaveFooter label="Save websites" form={form} />
        </form>
      </SectionCard>
      <SectionCard
        title="Code for your website"
        about="Select a listing and paste its code into your page. It works while the listing is published."
      >
        <SectionBody>
          <Snippet appUrl={settings.appUrl} findListings={findListings} />
        </SectionBody>
      </SectionCard>
    </>
  )
}

function Snippet({ appUrl, findListings }: { appUrl: string; findListings: FindListings }) {
  const [listing, setListing] = useState<{ id: string; title: string }>()
  const snippet = listing && embedSnippet(appUrl, listing.id)
  return (
    <Stack gap="md" align="stretch">
      <ListingSelect
        label="Listing"
        placeholder="Select a listing"
        findListings={findListings}
        value={listing?.id ?? null}
        valueTitle={listing?.title}
        onSelect={(id, title) => setListing(id ? { id, title } : undefined)}
      />
      {listing && snippet && (
        <>
          <Text size="sm">Paste this where the documents should be.</Text>
          <code className={classes.snippet}>{snippet}</code>
          <div>
            <Button variant="default" onClick={() => copyText(snippet, 'Code copied')}>
              Copy code
            </Button>
          </div>
          <Text size="sm" fw={500}>
            Preview
          </Text>
          <iframe
            key={listing.id}
            className={classes.preview}
            title={`Preview of the documents for ${listing.title}`}
            src={`${embedPath(listing.id)}?preview=true`}
          />
        </>
      )}
    </Stack>
  )
}
