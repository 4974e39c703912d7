import type { PictureWords } from './picture-words.ts'
import { wordOf } from './plural.ts'

const fr = wordOf('fr')

/** What all pictures say around their figures, in French. */
export const pictureFr: PictureWords = {
  asTable: 'Afficher en tableau',
  asPicture: 'Afficher en image',
  saveImage: 'Enregistrer en PNG',
  saveTable: 'Enregistrer en CSV',
  currency: 'Devise',
  of: (title) => `\u00a0: ${title}`,
  month: 'Mois',
  soFar: 'jusqu’ici',
  notKnown: 'pas connu',
  atLeast: (amount) => `au moins ${amount}`,
  source: ({ from, moment }) => `D’après ${from}, lecture de ${moment}.`,
  transactions: (text, count) => `${text} ${fr(count, 'opération', 'opérations')}`,
  invoices: (text, count) => `${text} ${fr(count, 'facture', 'factures')}`,
  accounts: (text, count) => `${text} ${fr(count, 'compte', 'comptes')}`,
  payments: (text, count) => `${text} ${fr(count, 'paiement', 'paiements')}`,
  drafts: (text, count) =>
    `${text} ${fr(count, 'brouillon n’est pas compté', 'brouillons ne sont pas comptés')}.`,
  unknownStatus: (text, count) =>
    `${text} ${fr(count, 'facture a un état que Counterfoil ne connaît pas et n’est pas comptée', 'factures ont un état que Counterfoil ne connaît pas et ne sont pas comptées')}.`,
  otherCurrency: (list, count) =>
    `${fr(count, 'Facture', 'Factures')} en d’autres devises, non ${fr(count, 'comptée', 'comptées')}\u00a0: ${list}.`,
  inCurrency: (text, code) => `${text} en ${code}`,
  partial: 'Une partie n’a pas été chargée\u00a0: ce sont au moins ces montants.',
  failed: 'Ces chiffres n’ont pas été chargés. Les autres de cette page ne sont pas touchés.',
  broken:
    'Cette image ne peut pas être dessinée à cause d’un défaut de notre part. Vos chiffres ne sont pas touchés.',
  refused: 'Un montant est trop grand pour être affiché exactement\u00a0: rien n’est affiché.',
  notAllowed: (provider) => `Autorisez-le chez ${provider} et l’image apparaîtra ici.`,
  notOffered: (provider) => `${provider} n’offre pas ce dont cette image a besoin.`,
}
