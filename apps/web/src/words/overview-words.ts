import type { AgeKey } from '#figures/who-owes-you.ts'
import { wordOf } from './plural.ts'

interface Amount {
  readonly amount: string
}
interface FlowTexts {
  readonly month: string
  readonly moneyIn: string
  readonly moneyOut: string
}

/** What the first view says. Amounts, days and months come as texts; `**…**` is strong. */
export interface OverviewWords {
  readonly headline: {
    readonly cash: (amount: string) => string
    readonly debt: (amount: string) => string
    readonly owedLate: (texts: { readonly owed: string; readonly late: string }) => string
    readonly owed: (amount: string) => string
    readonly owedOnly: (amount: string) => string
    readonly owedNothing: string
  }
  readonly getting: (business: string) => string
  readonly stillGetting: (business: string) => string
  readonly utc: string
  readonly foot: {
    readonly reads: (texts: { readonly since: string; readonly count: number }) => string
    readonly changes: (texts: { readonly since: string; readonly count: number }) => string
    readonly manage: string
    readonly about: string
  }
  readonly cash: {
    readonly title: string
    readonly up: (texts: Amount & { readonly more: string; readonly since: string }) => string
    readonly down: (texts: Amount & { readonly less: string; readonly since: string }) => string
    readonly same: (texts: Amount & { readonly since: string }) => string
    readonly now: (amount: string) => string
    readonly young: string
    readonly differs: string
    readonly notOffered: (provider: string) => string
    readonly notAllowed: string
    readonly failed: string
    readonly refused: string
    readonly empty: string
    readonly low: (texts: Amount & { readonly day: string }) => string
    readonly today: (amount: string) => string
    readonly reading: (texts: Amount & { readonly day: string }) => string
    readonly tableDay: string
    readonly tableAmount: string
    readonly total: string
  }
  readonly flow: {
    readonly title: string
    readonly titleIn: string
    readonly more: (texts: FlowTexts & { readonly net: string }) => string
    readonly less: (texts: FlowTexts & { readonly net: string }) => string
    readonly even: (texts: FlowTexts) => string
    readonly none: (month: string) => string
    readonly before: (texts: FlowTexts) => string
    readonly inOnly: (texts: {
      readonly month: string
      readonly moneyIn: string
      readonly provider: string
    }) => string
    readonly empty: string
    readonly emptyIn: string
    readonly needs: string
    readonly needsIn: string
    readonly moved: (amount: string) => string
    readonly reading: (texts: FlowTexts) => string
    readonly readingIn: (texts: { readonly month: string; readonly moneyIn: string }) => string
    readonly unknown: (month: string) => string
    readonly soFar: (month: string) => string
    readonly moneyIn: string
    readonly moneyOut: string
    readonly left: string
  }
  readonly owed: {
    readonly title: string
    readonly lateRows: string
    readonly late: (amount: string) => string
    readonly veryLate: (texts: { readonly late: string; readonly very: string }) => string
    readonly notLate: (amount: string) => string
    readonly none: string
    readonly ages: Readonly<Record<AgeKey, string>>
    readonly total: string
    readonly credit: (texts: { readonly text: string; readonly count: number }) => string
    readonly topTitle: string
    readonly days: (texts: { readonly text: string; readonly count: number }) => string
    readonly number: (number: string) => string
    readonly needs: string
  }
  readonly profit: {
    readonly title: string
    readonly profit: (texts: Amount & { readonly year: string }) => string
    readonly best: (texts: Amount & { readonly year: string; readonly month: string }) => string
    readonly loss: (texts: Amount & { readonly year: string }) => string
    readonly lossBest: (texts: Amount & { readonly year: string; readonly month: string }) => string
    readonly even: (year: string) => string
    readonly empty: (year: string) => string
    readonly needs: string
    readonly notOffered: (provider: string) => string
    readonly reading: (texts: {
      readonly month: string
      readonly profit: string
      readonly income: string
      readonly costs: string
    }) => string
    readonly income: string
    readonly costs: string
    readonly result: string
    readonly ofYear: (year: string) => string
    readonly basis: Readonly<Record<'ACCRUAL' | 'CASH', string>>
  }
}

const en = wordOf('en')

/** Words of the first view. */
export const overviewEn: OverviewWords = {
  headline: {
    cash: (amount) => `You have **${amount}**.`,
    debt: (amount) => `Your accounts stand at **${amount}**.`,
    owedLate: ({ owed, late }) => `**${owed}** is owed to you, **${late}** of it late.`,
    owed: (amount) => `**${amount}** is owed to you, none of it late.`,
    owedOnly: (amount) => `**${amount}** is owed to you.`,
    owedNothing: 'Nobody owes you anything.',
  },
  getting: (business) => `Getting the figures of ${business}`,
  stillGetting: (business) => `Still getting the figures of ${business}…`,
  utc: 'Days begin at midnight UTC: the business names no time zone.',
  foot: {
    reads: ({ since, count }) =>
      `Connected since ${since} · sees ${count} ${en(count, 'thing', 'things')}, changes nothing`,
    changes: ({ since, count }) =>
      `Connected since ${since} · ${count} ${en(count, 'thing', 'things')} allowed, changes among them`,
    manage: 'Manage the connection',
    about: 'About this business',
  },
  cash: {
    title: 'Cash',
    up: ({ amount, more, since }) =>
      `You have **${amount}**, **${more}** more than at the start of ${since}.`,
    down: ({ amount, less, since }) =>
      `You have **${amount}**, **${less}** less than at the start of ${since}.`,
    same: ({ amount, since }) => `You have **${amount}**, as much as at the start of ${since}.`,
    now: (amount) => `You have **${amount}**.`,
    young: 'A line appears when the books are a month old.',
    differs: 'The days before don’t add up to it, so no line is drawn.',
    notOffered: (provider) => `A line would need the days before, and ${provider} doesn’t offer them.`,
    notAllowed: 'To draw how it came to that, Counterfoil needs to see transactions.',
    failed: 'The days before didn’t load, so no line is drawn.',
    refused: 'An amount is too large to be drawn exactly, so no line is drawn.',
    empty: 'No money has moved yet.',
    low: ({ amount, day }) => `Lowest: ${amount} on ${day}`,
    today: (amount) => `Today: ${amount}`,
    reading: ({ amount, day }) => `${day}: ${amount}`,
    tableDay: 'End of',
    tableAmount: 'Cash',
    total: 'Cash',
  },
  flow: {
    title: 'Money in and out',
    titleIn: 'Money in from invoices',
    more: ({ month, moneyIn, moneyOut, net }) =>
      `In ${month} so far, **${moneyIn}** came in and **${moneyOut}** went out: **${net}** more came in.`,
    less: ({ month, moneyIn, moneyOut, net }) =>
      `In ${month} so far, **${moneyIn}** came in and **${moneyOut}** went out: **${net}** more went out.`,
    even: ({ month, moneyIn }) => `In ${month} so far, **${moneyIn}** came in and as much went out.`,
    none: (month) => `In ${month} so far, nothing came in and nothing went out.`,
    before: ({ month, moneyIn, moneyOut }) =>
      `In the same days of ${month}, ${moneyIn} came in and ${moneyOut} went out.`,
    inOnly: ({ month, moneyIn, provider }) =>
      `In ${month} so far, **${moneyIn}** came in. ${provider} doesn’t say what went out.`,
    empty: 'Nothing has come in or gone out yet.',
    emptyIn: 'No invoice was paid in the last twelve months.',
    needs: 'To show what came in and went out, Counterfoil needs to see transactions.',
    needsIn: 'To show what came in, Counterfoil needs to see invoices.',
    moved: (amount) => `Not counted: ${amount} that only moved between your own accounts.`,
    reading: ({ month, moneyIn, moneyOut }) => `${month}: in ${moneyIn}, out ${moneyOut}`,
    readingIn: ({ month, moneyIn }) => `${month}: in ${moneyIn}`,
    unknown: (month) => `${month}: not known`,
    soFar: (month) => `${month} so far`,
    moneyIn: 'In',
    moneyOut: 'Out',
    left: 'Difference',
  },
  owed: {
    title: 'Who owes you',
    lateRows: 'late invoices',
    late: (amount) => `**${amount}** is late.`,
    veryLate: ({ late, very }) => `**${late}** is late, **${very}** of it more than 90 days.`,
    notLate: (amount) => `**${amount}** is owed to you, and nothing is late.`,
    none: 'Nobody owes you anything.',
    ages: {
      notDue: 'Not late',
      days1To30: '1–30 days late',
      days31To60: '31–60 days late',
      days61To90: '61–90 days late',
      over90: 'Over 90 days late',
    },
    total: 'Owed to you',
    credit: ({ text, count }) => `In credit: ${text} ${en(count, 'invoice', 'invoices')} paid too much`,
    topTitle: 'Late for the most money',
    days: ({ text, count }) => `${text} ${en(count, 'day', 'days')} late`,
    number: (number) => `Invoice ${number}`,
    needs: 'To show who owes you, Counterfoil needs to see invoices.',
  },
  profit: {
    title: 'Profit by month',
    profit: ({ amount, year }) => `**${amount}** profit in ${year} so far.`,
    best: ({ amount, year, month }) => `**${amount}** profit in ${year} so far, best in ${month}.`,
    loss: ({ amount, year }) => `**${amount}** loss in ${year} so far.`,
    lossBest: ({ amount, year, month }) => `**${amount}** loss in ${year} so far, best in ${month}.`,
    even: (year) => `Neither profit nor loss in ${year} so far.`,
    empty: (year) => `Nothing was earned or spent in ${year} yet.`,
    needs: 'To work out profit, Counterfoil needs to see transactions.',
    notOffered: (provider) =>
      `Profit needs what was spent as well as what was earned, and ${provider} doesn’t offer it.`,
    reading: ({ month, profit, income, costs }) => `${month}: ${profit} (income ${income}, costs ${costs})`,
    income: 'Income',
    costs: 'Costs',
    result: 'Profit',
    ofYear: (year) => `Profit in ${year}`,
    basis: {
      ACCRUAL: 'Counted when it is earned or owed, not when it is paid.',
      CASH: 'Counted when it is paid.',
    },
  },
}
