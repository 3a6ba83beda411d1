import { listingTimeZone } from '#features/listings/facts/address.ts'
import { hasPrice, saleLine } from '#features/listings/facts/factTexts.ts'
import type { OwnListing } from '#features/listings/listings.functions.ts'
import { NumberFact, TextFact } from '#features/listings/portal/editor/facts/FactFields.tsx'
import { SectionBody, SectionCard } from '#ui/layout/SectionCard.tsx'
import classes from './Composer.module.css'
import { type ComposerValues, isPriceNew } from './composerValues.ts'
import type { useComposer } from './useComposer.ts'

interface PriceCardProps {
  listing: OwnListing
  form: ReturnType<typeof useComposer>['form']
  /** The agent's, for a property whose address does not say where it is. */
  timeZone: string
  onChange: (change: Partial<Pick<ComposerValues, 'price' | 'priceText'>>) => void
}

/** The price that buyers see, which is changed together with the message about it. */
export function PriceCard({ listing, form, timeZone, onChange }: PriceCardProps) {
  const { values } = form
  const place = { country: listing.country, timeZone: listingTimeZone(listing, timeZone) }
  const shownAs = ({ price, priceText }: Pick<ComposerValues, 'price' | 'priceText'>) =>
    saleLine({ saleMethod: listing.saleMethod, price, priceText, saleAt: null }, place) || 'no price'
  return (
    <SectionCard title="New price" about={`Buyers currently see: ${shownAs(listing)}.`}>
      <SectionBody>
        <div className={classes.prices}>
          {hasPrice(listing.saleMethod) && (
            <NumberFact
              label="Price"
              prefix="$"
              {...form.valueField('price')}
              onChange={(price) => onChange({ price })}
            />
          )}
          <TextFact
            label="Price shown as"
            placeholder={shownAs({ price: values.price, priceText: null })}
            maxLength={80}
            {...form.valueField('priceText')}
            onChange={(priceText) => onChange({ priceText })}
          />
        </div>
        <p className={classes.left} role="status">
          {isPriceNew(listing, values)
            ? `When you send this, the listing shows: ${shownAs(values)}.`
            : 'Change it here, and the listing changes when you send the message.'}
        </p>
      </SectionBody>
    </SectionCard>
  )
}
