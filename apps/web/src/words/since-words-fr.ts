import { wordOf } from './plural.ts'
import type { SinceWords } from './since-words.ts'

const fr = wordOf('fr')

/** What has changed since the person looked last, in French. */
export const sinceFr: SinceWords = {
  title: (moment) => `Depuis votre dernier passage, ${moment}`,
  paid: ({ who, amount }) => `${who} a payé ${amount}`,
  late: ({ text, count, amount }) =>
    `${text} ${fr(count, 'facture est maintenant en retard', 'factures sont maintenant en retard')}, ${amount}${count === 1 ? '' : ' ensemble'}`,
  opened: ({ number, who }) => `La facture ${number} à ${who} a été ouverte`,
  morePaid: (text, count) => `${text} ${fr(count, 'autre client a payé', 'autres clients ont payé')}`,
  moreOpened: (text, count) =>
    `${text} ${fr(count, 'autre facture a été ouverte', 'autres factures ont été ouvertes')}`,
}
