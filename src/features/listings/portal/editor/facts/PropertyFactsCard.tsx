import { NativeSelect, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { countryNames, parseAddress, regionsByCountry, streetLine } from '../../../facts/address.ts'
import { landAreaUnitNames, propertyTypeNames, titleTypeNames } from '../../../facts/factTexts.ts'
import editor from '../ListingEditor.module.css'
import type { ListingForm } from '../useListingForm.ts'
import { NumberFact, SelectFact, TextFact } from './FactFields.tsx'
import classes from './FactsCards.module.css'

/** The address and what the property has. */
export function PropertyFactsCard({ form }: { form: ListingForm['form'] }) {
  const { country, landAreaUnit } = form.values
  const regions = Object.fromEntries(regionsByCountry[country ?? 'NZ'].map((region) => [region, region]))
  return (
    <section className={editor.card} aria-labelledby="facts">
      <Title order={2} id="facts" className={editor.heading}>
        Address and facts
      </Title>
      <div className={classes.grid}>
        <StreetAddressField form={form} />
        <TextFact label="Suburb" placeholder="Karori" maxLength={80} {...form.valueField('suburb')} />
        <TextFact label="City or town" placeholder="Wellington" maxLength={80} {...form.valueField('city')} />
        <SelectFact
          label={country === 'AU' ? 'State' : 'Region'}
          className={classes.region}
          none="Not set"
          names={regions}
          {...form.valueField('region')}
        />
        <TextFact
          label="Postcode"
          className={classes.postcode}
          placeholder="6012"
          maxLength={10}
          {...form.valueField('postcode')}
        />
        <SelectFact
          label="Country"
          className={classes.country}
          none="Not set"
          names={countryNames}
          {...form.valueField('country')}
          onChange={(chosen) => {
            form.setValue('country', chosen)
            if (chosen !== country) form.setValue('region', null)
          }}
        />
      </div>
      <div className={classes.grid}>
        <SelectFact
          label="Property type"
          none="Not set"
          names={propertyTypeNames}
          {...form.valueField('propertyType')}
        />
        <SelectFact label="Title type" none="Not set" names={titleTypeNames} {...form.valueField('titleType')} />
        <NumberFact label="Bedrooms" className={classes.third} {...form.valueField('bedrooms')} />
        <NumberFact label="Bathrooms" className={classes.third} {...form.valueField('bathrooms')} />
        <NumberFact label="Parking" className={classes.third} {...form.valueField('parking')} />
        <NumberFact
          label="Floor area"
          className={classes.floor}
          placeholder="m²"
          suffix=" m²"
          isDecimal
          {...form.valueField('floorArea')}
        />
        <div className={classes.area}>
          <NumberFact label="Land area" isDecimal {...form.valueField('landArea')} />
          <NativeSelect
            aria-label="Unit of the land area"
            data={Object.entries(landAreaUnitNames).map(([value, label]) => ({ value, label }))}
            value={landAreaUnit ?? 'm2'}
            onChange={({ currentTarget }) => form.setValue('landAreaUnit', currentTarget.value === 'ha' ? 'ha' : 'm2')}
          />
        </div>
      </div>
    </section>
  )
}

/** "3/12 Rata Street" in one field. A whole address that is typed or pasted here fills in the other fields. */
function StreetAddressField({ form }: { form: ListingForm['form'] }) {
  const stored = streetLine(form.values)
  const [typed, setTyped] = useState<string>()
  const { readOnly } = form.valueField('street')
  function write(text: string) {
    setTyped(text)
    const parts = parseAddress(text)
    for (const name of ['unit', 'streetNumber', 'street'] as const) form.setValue(name, parts[name] ?? null)
    for (const name of ['suburb', 'city', 'region', 'postcode', 'country'] as const)
      if (parts[name]) form.setValue(name, parts[name])
  }
  return (
    <TextInput
      className={classes.wide}
      label="Street address"
      placeholder="12 Rata Street, Karori, Wellington 6012"
      maxLength={200}
      autoComplete="off"
      readOnly={readOnly}
      value={typed ?? stored}
      onChange={({ currentTarget }) => write(currentTarget.value)}
      onBlur={() => setTyped(undefined)}
      data-field={form.valueField('street')['data-field']}
      error={form.valueField('street').error ?? form.valueField('streetNumber').error ?? form.valueField('unit').error}
    />
  )
}
