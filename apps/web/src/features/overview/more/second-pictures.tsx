import type { MoreFigures } from '#figures/more-figures.ts'
import { BestCustomers } from '#pictures/best-customers.tsx'
import { UpcomingPayments } from '#pictures/upcoming-payments.tsx'
import { Habits } from '#pictures/habits.tsx'
import { InvoiceProgress } from '#pictures/invoice-progress.tsx'
import { AccountBalances } from '#pictures/account-balances.tsx'
import { WhatSells } from '#pictures/what-sells.tsx'

/** The further pictures in their order: side by side stand those that are about as tall. */
export function SecondPictures(props: {
  readonly figures: MoreFigures
  /** Pictures that stand among the first ones already. */
  readonly shownAbove: readonly ('coming' | 'ladder')[]
  /** Nothing can be read: these are as they were. */
  readonly isFrozen: boolean
}) {
  const { figures, shownAbove } = props
  return (
    <div className={props.isFrozen ? 'pictures frozen' : 'pictures'}>
      {!shownAbove.includes('coming') && <UpcomingPayments model={figures.coming} />}
      <Habits model={figures.habits} />
      <BestCustomers model={figures.bestCustomers} />
      {!shownAbove.includes('ladder') && <AccountBalances model={figures.ladder} />}
      <WhatSells model={figures.whatSells} />
      <InvoiceProgress model={figures.journey} />
    </div>
  )
}
