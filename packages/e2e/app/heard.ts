/**
 * The screen reader text of the figures of a seeded business, as patterns, because amounts and days depend on the date of the
 * test.
 */

const AMOUNT = String.raw`[-−]?\$[\d,]+(\.\d\d)?`

const save = (title: string) => `
  - 'button /^Save as PNG ?: ${title}$/'
  - paragraph: /^From \\d+ .*, read at \\d\\d.\\d\\d\\./`

const foot = (title: string) => `
  - 'button /^Show as table ?: ${title}$/'${save(title)}`

/** The top of the overview. */
export const HEAD_HEARD = `
- main:
  - heading "Northwind Trading" [level=1]
  - paragraph:
    - strong:
      - 'link /^${AMOUNT}: Cash$/'
    - strong:
      - 'link /^${AMOUNT}: Owed to you$/'
    - strong:
      - 'link /^${AMOUNT}: late invoices$/'
`

/** The content of each chart below its heading: the summary, the drawing in words, its controls, its source. */
export const PICTURES_HEARD: Readonly<Record<string, string>> = {
  Cash: `
  - paragraph: /You have/
  - paragraph: /^\\d+ \\w+. ${AMOUNT}$/
  - 'slider "Cash: Month"'
  - list:
    - listitem: /^\\d+ \\w+. ${AMOUNT}$/${foot('Cash')}`,
  'Who owes you': `
  - paragraph:
    - strong:
      - 'link /^${AMOUNT}: late invoices$/'
  - list:
    - listitem:
      - 'link /^Not late: \\d+ invoices?$/'
  - heading "Largest overdue" [level=3]
  - list:
    - listitem:
      - link /days? late$/${save('Who owes you')}`,
  'Money in and out': `
  - paragraph: /so far/
  - paragraph: /so far. in ${AMOUNT}, out ${AMOUNT}$/
  - 'slider "Money in and out: Month"'
  - list:
    - listitem: /^\\w+ \\d+. in ${AMOUNT}, out ${AMOUNT}$/${foot('Money in and out')}`,
  'Profit by month': `
  - paragraph: /profit|loss/
  - 'slider "Profit by month: Month"'
  - list:
    - listitem: /^\\w+.*. ${AMOUNT} .income ${AMOUNT}, costs ${AMOUNT}/
  - paragraph: Counted when it is earned or owed, not when it is paid.${foot('Profit by month')}`,
  'Coming up': `
  - paragraph: /^${AMOUNT} is due by/
  - list:
    - listitem: /${AMOUNT}$/
  - term: Due
  - definition: /^${AMOUNT}$/${foot('Coming up')}`,
  'Payment habits': `
  - paragraph: /usually/
  - list:
    - listitem: /usually .* , from .* to /${foot('Payment habits')}`,
  'Best customers': `
  - paragraph: /\\d+% of what was invoiced/
  - list:
    - listitem: /${AMOUNT}/
  - term: Total
  - definition: /^${AMOUNT}$/${foot('Best customers')}`,
  'Assets and debts': `
  - paragraph: /is left\\.$/
  - group: /^Assets ${AMOUNT}/
  - group: /^Debts ${AMOUNT}/
  - term: Assets less debts
  - definition: /^${AMOUNT}$/${foot('Assets and debts')}`,
  'What sells': `
  - paragraph: /earns most. \\d+%/
  - list:
    - listitem: /${AMOUNT}$/
  - term: Total
  - definition: /^${AMOUNT}$/${foot('What sells')}`,
  'Where invoices get stuck': `
  - paragraph: /sent in the last 90 days/
  - list:
    - listitem: /^Sent \\d+$/
    - listitem: /^Opened \\d+$/
    - listitem: /^Due by now \\d+$/
    - listitem: /^Paid \\d+$/${save('Where invoices get stuck')}`,
}

/** The head and the first row of each list, by its path. */
export const LISTS_HEARD = {
  '/invoices': listHeard('invoices', {
    head: ['Number', 'Customer', 'Date ↓', 'Due', 'Status', 'Amount due', 'Total'],
    sorted: ['Number', 'Customer', 'Date ↓', 'Due', 'Status', 'Amount due', 'Total'],
    cell: '/^\\d+$/',
  }),
  '/customers': listHeard('customers', {
    head: ['Name ↑', 'Email', 'Usually pays', 'Late', 'Owes you'],
    sorted: ['Name ↑', 'Late', 'Owes you'],
    cell: '/\\w/',
  }),
  '/products': listHeard('products', {
    head: ['Name ↑', 'Price', 'On invoices', 'Earned in a year'],
    sorted: ['Name ↑', 'Price', 'On invoices', 'Earned in a year'],
    cell: '/\\w/',
  }),
  '/transactions': listHeard('transactions', {
    head: ['Date ↓', 'Description', 'Type', 'Accounts', 'Cash in or out', 'Cash at end of day'],
    sorted: ['Date ↓'],
    cell: '/^\\d+ \\w+ \\d{4}$/',
  }),
  '/estimates': listHeard('estimates', {
    head: ['Number', 'Customer', 'Date ↓', 'Valid until', 'Status', 'Total'],
    sorted: ['Number', 'Customer', 'Date ↓', 'Valid until', 'Status', 'Total'],
    cell: '/^E-\\d+$/',
  }),
  '/accounts': `
- main:
  - heading "Accounts" [level=1]
  - button "Download as CSV"
  - region "Cash and bank":
    - heading "Cash and bank" [level=2]
    - table:
      - rowgroup:
        - row "Name Balance":
          - columnheader "Name"
          - columnheader "Balance"
      - rowgroup:
        - row /^Business Bank Account ${AMOUNT}$/:
          - cell "Business Bank Account":
            - link "Business Bank Account"
          - cell /^${AMOUNT}$/
      - rowgroup:
        - row /^Cash and bank, total ${AMOUNT}$/:
          - rowheader "Cash and bank, total"
          - cell /^${AMOUNT}$/
`,
} as const

function listHeard(
  noun: string,
  table: {
    readonly head: readonly string[]
    /** The sortable columns of the head. */
    readonly sorted: readonly string[]
    /** The first cell of the row. */
    readonly cell: string
  },
): string {
  const { head, sorted, cell } = table
  const headings = head.map((name) =>
    sorted.includes(name)
      ? `        - columnheader "${name}":\n          - button "${name}"`
      : `        - columnheader "${name}"`,
  )
  return `
- main:
  - button "Download as CSV"
  - table /^\\d+ ${noun}$/:
    - rowgroup:
      - row "${head.join(' ')}":
${headings.join('\n')}
    - rowgroup:
      - row:
        - cell ${cell}
`
}
