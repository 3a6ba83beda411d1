/** Heading first, clauses after it. Our own words for what is usual; nobody's form. */
export const agreementTerms: string[][] = [
  [
    'Words',
    'A working day is a day from Monday to Friday that is not a public holiday where the property is, and not between 24 December and 5 January.',
    'Notices are in writing, to a party or its lawyer, by hand, post or e-mail. One that comes after five o’clock counts as given on the next working day.',
  ],
  [
    'Deposit',
    'The purchaser pays the deposit when the agreement says. If it is late, the vendor may give three working days’ notice and then cancel.',
    'Whoever holds the deposit does so as stakeholder until the agreement is unconditional or at an end.',
  ],
  [
    'Possession and settlement',
    'The vendor gives the property over clean and empty on the settlement date, and leaves the keys and remote controls.',
    'The purchaser pays the balance. Rates and other outgoings are shared by the day.',
    'If one party is not ready, the other may charge interest at the rate on the front page for each day.',
  ],
  [
    'Inspection',
    'The purchaser may inspect once before settlement, to see that the property and the chattels are as they were and that agreed work is done.',
  ],
  [
    'Risk and insurance',
    'The property is at the vendor’s risk until possession. If it is made uninhabitable before that, the purchaser may cancel and gets the deposit back.',
  ],
  [
    'Title',
    'The purchaser accepts the title with the interests that are registered on it on the day of this agreement.',
    'Objections are made within the time of the title condition, with reasons. The vendor may answer, remove the cause, or let the purchaser choose.',
    'Boundaries are pointed out by nobody, and the vendor need not have them surveyed.',
  ],
  [
    'What the vendor says',
    'The vendor knows of no notice from an authority or a neighbour about the property that has not been shown to the purchaser.',
    'The chattels are the vendor’s own and are free of charges.',
    'Work that the vendor had done while owning the property was done with the consents it needed.',
  ],
  [
    'LIM',
    'Where the condition applies, the purchaser orders the memorandum within five working days, or relies on the one that was given.',
    'If something in it is not acceptable on an objective view, the purchaser gives notice with a copy of the page. The vendor may offer to put it right.',
  ],
  [
    'Building report',
    'Where the condition applies, the report is made by a suitably qualified person in good time. If the purchaser avoids the agreement because of it, the vendor gets a copy on request.',
  ],
  [
    'Finance',
    'The purchaser does what is reasonable to get an offer of finance. The vendor may ask for a written reason if the condition is not met.',
  ],
  [
    'Goods and services tax',
    'The price includes the tax, if any. Each party has stated on the front page whether it is registered.',
  ],
  [
    'Default',
    'If a party does not settle on time, the other may give a settlement notice of twelve working days; time is then of the essence.',
    'After that the vendor may cancel, keep the deposit and claim what was lost beyond it, or either may ask for performance.',
  ],
  ['Tax statements', 'Both parties give the tax statement that the law requires before the transfer is registered.'],
  [
    'Privacy',
    'Details of the parties are used for this sale only and are kept by the agent for as long as the law requires.',
  ],
]
