import { html } from '#html/html.ts'
import type { appsEn } from './apps-words.ts'

export function appsFr(harbour: string): ReturnType<typeof appsEn> {
  return {
    title: 'Applications qui peuvent voir vos entreprises',
    empty:
      'Aucune application ne peut voir vos entreprises. Quand vous en connecterez une, elle s’affichera ici.',
    noMatch: (text) => `Aucune application ni entreprise ne correspond à « ${text} ».`,
    filter: 'Chercher une application ou une entreprise',
    filterButton: 'Chercher',
    showAll: 'Tout afficher',
    allBusinesses: 'Toutes les entreprises de ce compte',
    canSee: (count) => (count === 1 ? 'Peut voir 1 chose' : `Peut voir ${count} choses`),
    lastRead: (ago) => `Dernière lecture : ${ago}`,
    neverRead: 'N’a encore rien lu',
    since: (day) => `Depuis le ${day}`,
    partial: 'Pour l’instant, nous ne pouvons pas indiquer la dernière lecture.',
    why: 'Pourquoi la dernière lecture est-elle si récente ?',
    whyBody: 'Les applications peuvent lire en arrière-plan.',
    caption: (business) => `Applications qui peuvent voir ${business}`,
    columns: { app: 'Application', sees: 'Peut voir', read: 'Dernière lecture', since: 'Depuis' },
    details: 'Détails',
    detailsOf: (app, business) => ` de ${app} pour ${business}`,
    deleted: 'Cette application n’existe plus. Vous pouvez la retirer de cette liste.',
    paused: (business, day) =>
      day === undefined
        ? html`Les applications sont en pause pour ${business}, car son forfait n’est pas actif.`
        : html`Les applications sont en pause pour ${business}, car son forfait a pris fin le ${day}.`,
    renew: 'Renouveler',
    notUsedSince: (day) => `Inutilisée depuis le ${day}`,
    neverUsed: 'Jamais utilisée',
    connectedBy: (name) => `Connectée par ${name}`,
    connectedAllBy: (name) => `${name} a connecté toutes ses entreprises`,
    removableBy: (name) => `${name}, un propriétaire ou un administrateur peut la retirer`,
    removeAll: 'Retirer toutes les applications',
    detail: appsDetailFr,
    remove: appsRemoveFr,
    removeAllPage: appsRemoveAllPageFr(harbour),
  }
}

const appsDetailFr: ReturnType<typeof appsEn>['detail'] = {
  title: (app, business) => `${app} et ${business}`,
  titleAll: (app) => `${app} et toutes vos entreprises`,
  what: 'Ce qu’elle peut voir',
  whatChange: 'Ce qu’elle peut modifier',
  profileOf: (name) => ({
    see_profile: { name: `Voir qui est ${name}`, what: `Nom et adresse courriel de ${name}` },
    change_profile: { name: `Modifier le profil de ${name}`, what: `Nom et réglages de ${name}` },
  }),
  strip: 'Les 30 derniers jours',
  stripSaid: (days, calls) =>
    days === 0
      ? 'Elle n’a rien lu au cours des 30 derniers jours.'
      : `Elle a lu vos données ${days === 1 ? 'un jour' : `${days} jours`} sur les 30 derniers, ${calls} fois en tout.`,
  stripSaidYoung: (days, calls) =>
    days === 0
      ? 'Elle n’a rien lu depuis qu’elle est connectée.'
      : `Elle a lu vos données ${days === 1 ? 'un jour' : `${days} jours`} depuis qu’elle est connectée, ${calls} fois en tout.`,
  stripKey: 'Une case par jour : vide si rien n’a été lu, pleine sinon.',
  stripUtc: 'Les jours sont ceux de l’heure UTC.',
  stripToday: 'Aujourd’hui',
  day: (day, calls) =>
    calls === 0 ? `${day} : aucune lecture` : `${day} : ${calls === 1 ? '1 lecture' : `${calls} lectures`}`,
  where: 'Comment elle a été autorisée',
  allowedBy: 'Autorisée par',
  allowedOn: 'Autorisée le',
  confirmedOn: 'Confirmée le',
  allowedFrom: 'Depuis',
  receipt: 'Reçu',
  lastRead: 'Dernière lecture',
  you: (email) => `Vous (${email})`,
  unknownBrowser: 'Navigateur inconnu',
  remove: 'Retirer l’accès',
  partOfAll: (name, app) =>
    html`${name} permet à ${app} de voir toutes les entreprises dont cette personne s’occupe, aujourd’hui et à
    l’avenir. La vôtre en fait partie.`,
  technical: 'Détails techniques',
  list: 'Toutes les applications connectées',
  report: 'Signaler cette application',
}

const appsRemoveFr: ReturnType<typeof appsEn>['remove'] = {
  title: (app, business) => `Retirer l’accès de ${app} à ${business} ?`,
  titleAll: (app) => `Retirer l’accès de ${app} à toutes vos entreprises ?`,
  body: (app, host) =>
    html`${app} s’arrête tout de suite. L’application peut conserver les chiffres déjà lus ; demandez à
    ${host} de les supprimer.`,
  partOfAll: (name, business) =>
    html`Seule <b>${business}</b> est retirée. Le reste de ce que ${name} partage avec l’application ne change
      pas, jusqu’à ce que ${name} la laisse de nouveau voir toutes ses entreprises.`,
  button: 'Retirer l’accès',
  keep: 'Garder',
  done: (app, business) => `Accès retiré. ${app} ne peut plus voir ${business}.`,
  doneAll: (app) => `Accès retiré. ${app} ne peut plus voir vos entreprises.`,
  changedMind: (app) => html`Vous avez changé d’avis ? Reconnectez votre entreprise depuis ${app}.`,
  failed: (app) => html`Cela n’a peut-être pas fonctionné : ${app} y a peut-être toujours accès. Réessayez.`,
  already: (day) => html`L’accès avait déjà été retiré le ${day}.`,
  alreadyTitle: (app) => `${app} n’a plus accès`,
}

function appsRemoveAllPageFr(harbour: string): ReturnType<typeof appsEn>['removeAllPage'] {
  return {
    title: 'Retirer toutes les applications ?',
    body: (count) =>
      count === 1
        ? html`1 connexion prend fin tout de suite. L’application peut conserver les chiffres déjà lus.`
        : html`${count} connexions prennent fin tout de suite. Les applications peuvent conserver les chiffres
          déjà lus.`,
    button: 'Retirer toutes les applications',
    keep: 'Les garder',
    done: 'C’est fait. Aucune application que vous avez connectée ne peut voir vos entreprises.',
    doneBody: html`Vous avez changé d’avis ? Reconnectez votre entreprise depuis l’application. Votre compte
    ${harbour} ne change pas.`,
    nothing: 'Il n’y a rien à retirer.',
  }
}
