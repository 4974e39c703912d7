import type { Locale } from '@counterfoil/bff-api/session'
import type { Names } from './list-words.ts'

/** What the list of products says. */
const en = {
  title: 'Products',
  rows: (shown: string, count: number) => `${shown} ${count === 1 ? 'product' : 'products'}`,
  getting: (b: string) => `Getting the products of ${b}`,
  stillGetting: (b: string) => `Still getting the products of ${b}…`,
  empty: ({ owner: b, provider: p }: Names) => `No products yet. When ${b} adds one in ${p}, it shows here.`,
  nothingArchived: 'Nothing has been put away.',
  search: 'Search by name',
  which: 'Which products',
  current: 'Current',
  archived: 'Put away',
  name: 'Name',
  price: 'Price',
  sold: 'On invoices',
  soldOn: (shown: string, count: number) => `on ${shown} ${count === 1 ? 'invoice' : 'invoices'}`,
  earned: 'Earned in a year',
  earnedNote: (from: string, c: string) =>
    `Earned since ${from}, from invoices in ${c}, before taxes. Drafts are left out, and discounts on a whole invoice are not spread over its products.`,
  earnedPart: 'What was earned is still being counted.',
  earnedFailed: 'What was earned didn’t load.',
  description: 'Description',
  currency: 'Currency',
}

const fr: typeof en = {
  title: 'Produits',
  rows: (shown, count) => `${shown} ${count < 2 ? 'produit' : 'produits'}`,
  getting: (b) => `Lecture des produits de ${b}`,
  stillGetting: (b) => `Toujours en train de lire les produits de ${b}…`,
  empty: ({ owner: b, provider: p }) =>
    `Pas encore de produit. Quand ${b} en ajoutera un dans ${p}, il s’affichera ici.`,
  nothingArchived: 'Rien n’a été rangé.',
  search: 'Rechercher par nom',
  which: 'Quels produits',
  current: 'Actuels',
  archived: 'Rangés',
  name: 'Nom',
  price: 'Prix',
  sold: 'Sur factures',
  soldOn: (shown, count) => `sur ${shown} ${count < 2 ? 'facture' : 'factures'}`,
  earned: 'Rapporté en un an',
  earnedNote: (from, c) =>
    `Rapporté depuis le ${from}, d’après les factures en ${c}, avant taxes. Les brouillons sont laissés de côté, et les remises sur une facture entière ne sont pas réparties entre ses produits.`,
  earnedPart: 'Ce qui a été rapporté est encore en train d’être compté.',
  earnedFailed: 'Ce qui a été rapporté n’a pas pu être lu.',
  description: 'Description',
  currency: 'Devise',
}

export const PRODUCT_WORDS: Readonly<Record<Locale, typeof en>> = { en, fr }
