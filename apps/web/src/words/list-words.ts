import type { Locale } from '@counterfoil/bff-api/session'

/** Whose list it is, and where it comes from. */
export interface Names {
  readonly owner: string
  readonly provider: string
}

/** What every list says, whatever it is a list of: comes with the first list that is opened. */
const en = {
  allOnOnePage: 'All rows at once, so that the browser’s search finds every one',
  sortBy: (column: string) => `Sort by ${column.toLowerCase()}`,
  sorted: (rows: string, column: string) => `${rows}, sorted by ${column.toLowerCase()}`,
  show: 'Show',
  search: 'Search',
  moreFilters: 'More filters',
  from: 'From',
  to: 'To',
  anyCustomer: 'Everyone',
  apply: 'Apply',
  remove: (filter: string) => `Remove the filter ${filter}`,
  clear: 'Clear filters',
  showing: (shown: string, all: string) => `${shown} of ${all} shown.`,
  more: (rows: string) => `Show ${rows} more`,
  all: (rows: string) => `Show all ${rows}`,
  gettingRows: 'Getting more…',
  incomplete: (shown: string, all: string) => `Showing ${shown} of ${all}. The rest didn’t load.`,
  rest: 'Load the rest',
  changed: 'This list has changed since it was read.',
  showNow: 'Show it as it is now',
  noMatch: (filters: string) => `Nothing here matches ${filters}.`,
  csv: 'Download as CSV',
  csvGetting: 'Getting every row…',
  csvFailed: 'Not every row could be read, so there is no file. Nothing was saved. Try again in a moment.',
  csvDone: (file: string) => `Downloaded ${file}.`,
  fresh: (p: string) => `Read from ${p} just now.`,
  quoted: (text: string) => `“${text}”`,
  fromDay: (day: string) => `from ${day}`,
  toDay: (day: string) => `to ${day}`,
}

const fr: typeof en = {
  allOnOnePage: 'Toutes les lignes à la fois, pour que la recherche du navigateur les trouve toutes',
  sortBy: (column) => `Trier par ${column.toLowerCase()}`,
  sorted: (rows, column) => `${rows}, par ${column.toLowerCase()}`,
  show: 'Afficher',
  search: 'Rechercher',
  moreFilters: 'Plus de filtres',
  from: 'Du',
  to: 'Au',
  anyCustomer: 'Tous',
  apply: 'Appliquer',
  remove: (filter) => `Retirer le filtre ${filter}`,
  clear: 'Retirer les filtres',
  showing: (shown, all) => `${shown} sur ${all} affichées.`,
  more: (rows) => `En afficher ${rows} de plus`,
  all: (rows) => `Tout afficher (${rows})`,
  gettingRows: 'Lecture de la suite…',
  incomplete: (shown, all) => `${shown} sur ${all} affichées. Le reste n’a pas pu être lu.`,
  rest: 'Lire le reste',
  changed: 'Cette liste a changé depuis sa lecture.',
  showNow: 'L’afficher telle qu’elle est',
  noMatch: (filters) => `Rien ici ne correspond à ${filters}.`,
  csv: 'Télécharger en CSV',
  csvGetting: 'Lecture de toutes les lignes…',
  csvFailed:
    'Toutes les lignes n’ont pas pu être lues\u00a0: il n’y a pas de fichier. Rien n’a été enregistré. Réessayez dans un instant.',
  csvDone: (file) => `${file} est téléchargé.`,
  fresh: (p) => `Lu dans ${p} à l’instant.`,
  quoted: (text) => `«\u00a0${text}\u00a0»`,
  fromDay: (day) => `à partir du ${day}`,
  toDay: (day) => `jusqu’au ${day}`,
}

export const LIST_WORDS: Readonly<Record<Locale, typeof en>> = { en, fr }
