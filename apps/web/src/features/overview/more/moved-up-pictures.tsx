import type { MovedUp } from '#figures/moved-up.ts'
import { UpcomingPayments } from '#pictures/upcoming-payments.tsx'
import { AccountBalances } from '#pictures/account-balances.tsx'

/** Shows one of the further charts that was moved among the first ones. */
export function MovedUpPicture(props: { readonly picture: keyof MovedUp; readonly movedUp: MovedUp }) {
  const { coming, ladder } = props.movedUp
  if (props.picture === 'coming') return coming && <UpcomingPayments model={coming} />
  return ladder && <AccountBalances model={ladder} />
}
