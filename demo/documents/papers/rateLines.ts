import { capitalValue, type Home } from '../home.ts'

/** How the year's rates are made up: fixed parts, and the rest by value. */
export function rateLines(home: Home) {
  const fixed = [
    { name: 'Uniform annual general charge', basis: 'each property', amount: 612.4 },
    {
      name: home.area > 10_000 ? 'Rural community and halls' : 'Wastewater',
      basis: 'each unit',
      amount: home.area > 10_000 ? 148.2 : 684,
    },
    { name: 'Refuse and recycling', basis: 'each unit', amount: 231.5 },
    { name: 'Regional council: water and land', basis: 'capital value', amount: 418.75 },
    { name: 'Regional council: public transport', basis: 'each property', amount: 162.3 },
  ]
  const left = home.rating.yearly - fixed.reduce((sum, { amount }) => sum + amount, 0)
  const perDollar = (left / capitalValue(home)).toFixed(6)
  return [
    {
      name: 'General rate',
      basis: `${perDollar} for each dollar of capital value`,
      amount: Math.round(left * 100) / 100,
    },
    ...fixed,
  ]
}
