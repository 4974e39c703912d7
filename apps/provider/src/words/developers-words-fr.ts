import { html } from '#html/html.ts'
import type { developersEn } from './developers-words.ts'

export function developersFr(harbour: string): ReturnType<typeof developersEn> {
  return {
    title: 'Vos applications',
    lede: `Une application permet aux gens de connecter leur entreprise ${harbour} à ce que vous créez.`,
    none: 'Vous n’avez pas encore d’application.',
    create: 'Inscrire une application',
    open: 'Ouvrir',
    count: (count) => (count === 1 ? '1 adresse de retour' : `${count} adresses de retour`),
    restriction: {
      single_business: 'Une entreprise à la fois',
      all_businesses: 'Toutes les entreprises d’une personne',
    },
    unchecked: `${harbour} ne l’a pas vérifiée`,
    checked: `Vérifiée par ${harbour}`,
    form: developersFormFr,
    fault: developersFaultFr(harbour),
    made: developersMadeFr,
    rotated: {
      title: 'Un nouveau secret',
      overlap: (moment) =>
        html`Le secret précédent fonctionne jusqu’au ${moment}. Mettez le nouveau en place d’ici là.`,
      noOverlap: html`Il n’y avait pas de secret avant celui-ci.`,
    },
    show: developersShowFr,
    redirectReason: developersRedirectReasonFr,
    remove: developersRemoveFr,
    tokens: developersTokensFr,
    log: developersLogFr,
  }
}

const developersFormFr: ReturnType<typeof developersEn>['form'] = {
  newTitle: 'Inscrire une application',
  editTitle: (app) => `Modifier ${app}`,
  name: 'Nom',
  nameHint: 'Affiché aux personnes à qui l’accès est demandé.',
  homePage: 'Page d’accueil',
  homePageHint: 'L’adresse où nos pages ramènent les gens. Elle commence par https:// ou http://.',
  redirects: 'Adresses de retour',
  redirectsHint: 'Une adresse par ligne. Un chemin plus long sous une adresse est aussi accepté.',
  scopes: 'Portées qu’elle peut demander',
  scopesHint: 'Séparées par des espaces, par exemple user:read invoice:read.',
  optional: 'Portées facultatives',
  optionalHint: 'Celles qu’une personne peut décocher, parmi celles ci-dessus. Peut rester vide.',
  restriction: 'Ce qu’une connexion couvre',
  seconds: 'Durée de vie d’un jeton d’accès, en secondes',
  rotate: 'Délivrer un nouveau jeton d’actualisation à chaque actualisation',
  strict: 'Strict : refuser une actualisation sans redirect_uri (pour vérifier une intégration)',
  more: 'Autres réglages',
  save: 'Enregistrer',
  register: 'Inscrire',
  cancel: 'Annuler',
}

function developersFaultFr(harbour: string): ReturnType<typeof developersEn>['fault'] {
  return {
    required: {
      name: 'Entrez un nom',
      redirectEntries: 'Entrez au moins une adresse de retour',
      allowedScopes: 'Entrez au moins une portée',
      other: 'Ce champ est obligatoire',
    },
    unseen_character:
      'Tous les caractères d’un nom se voient : aucun caractère invisible, et pas d’autre espace que l’espace ordinaire',
    no_letter_or_digit: 'Un nom contient au moins une lettre ou un chiffre',
    providers_name: `C’est le nom de ${harbour}, ou cela y ressemble. Choisissez-en un autre`,
    too_many_apps: (most) =>
      `Ce compte a ${most} applications, et c’est le maximum. Supprimez-en une dont vous n’avez plus besoin`,
    too_long: 'C’est trop long, ou cela contient des caractères qui ne peuvent pas être affichés',
    too_many: 'Entrez moins d’adresses de retour',
    unknown_scope: (names) => `La portée ${names} n’existe pas`,
    not_an_address: 'Entrez une adresse qui commence par https:// ou http://',
    out_of_range: 'Entrez un nombre entier de 1 à 31 536 000',
    redirect: (entry, reason) => `${entry} : ${reason}`,
  }
}

const developersMadeFr: ReturnType<typeof developersEn>['made'] = {
  title: (app) => `${app} est inscrite`,
  once: html`Le secret ne s’affiche que cette fois. Gardez-le là où votre serveur peut le lire, et personne
  d’autre.`,
  clientId: 'Identifiant client',
  secret: 'Secret client',
  on: 'Continuer',
}

const developersShowFr: ReturnType<typeof developersEn>['show'] = {
  list: 'Toutes les applications',
  endpoints: 'Points d’accès',
  authorize: 'Autorisation',
  token: 'Jetons',
  revoke: 'Révocation',
  graphql: 'GraphQL',
  edit: 'Modifier les réglages',
  log: 'Lire le journal',
  facts: 'Réglages',
  reaches: 'Une connexion couvre',
  seconds: 'Durée de vie d’un jeton d’accès',
  secondsValue: (seconds) => (seconds === 1 ? '1 seconde' : `${seconds} secondes`),
  rotates: 'À l’actualisation',
  rotatesYes: 'un nouveau jeton d’actualisation',
  rotatesNo: 'le jeton d’actualisation reste le même',
  strict: 'Une actualisation sans redirect_uri',
  strictYes: 'est refusée (strict)',
  strictNo: 'est acceptée et notée dans le journal des appels',
  redirects: 'Adresses de retour',
  scopes: 'Portées',
  optional: 'Portées facultatives',
  secrets: 'Secrets',
  secretsHint: 'Deux peuvent fonctionner en même temps, pour en changer sans interruption.',
  secretEnding: (hint) => html`finit par <b class="mono">${hint}</b>`,
  secretMade: (day) => `créé le ${day}`,
  secretUntil: (moment) => `fonctionne jusqu’au ${moment}`,
  rotate: 'Créer un nouveau secret',
  endOverlap: 'Arrêter l’ancien maintenant',
  tester: 'Tester une adresse de retour',
  testerHint: 'Collez une adresse et voyez si l’autorisation l’accepterait, et pourquoi.',
  testerLabel: 'Adresse',
  testerButton: 'Tester',
  accepted: 'Acceptée',
  acceptedBy: (entry) =>
    html`L’autorisation y ramènerait les gens, grâce à l’entrée <b class="mono">${entry}</b>.`,
  refused: 'Refusée',
  exact: 'Exactement :',
  remove: 'Supprimer l’application',
}

const developersRedirectReasonFr: ReturnType<typeof developersEn>['redirectReason'] = {
  empty: 'elle est vide',
  too_long: 'elle est trop longue',
  not_ascii: 'elle contient un caractère hors de l’ASCII',
  control_character: 'elle contient un caractère de contrôle',
  not_absolute: 'ce n’est pas une adresse absolue',
  scheme_not_allowed: 'seuls http et https sont acceptés',
  userinfo: 'elle contient un nom d’utilisateur ou un mot de passe',
  wildcard: 'son hôte contient un astérisque, qui ne remplace rien',
  fragment: 'elle contient un fragment, la partie après #',
  malformed_percent: 'un signe pour cent n’est pas suivi de deux chiffres hexadécimaux',
  malformed_utf8: 'elle contient des octets qui ne sont pas de l’UTF-8',
  encoded_character: 'elle contient un caractère encodé qui pourrait changer le chemin',
  dot_segment: 'son chemin contient . ou ..',
  empty_segment: 'son chemin contient deux barres obliques de suite',
  not_canonical: 'sa forme change à la lecture',
  reserved_query: 'sa requête contient un paramètre de la réponse, comme code ou state',
  no_entries: 'aucune adresse de retour ne peut être comparée',
  scheme_differs: 'le protocole diffère de l’entrée',
  host_differs: 'l’hôte diffère de toutes les entrées',
  port_differs: 'le port diffère de l’entrée',
  path_differs: 'le chemin n’est ni celui de l’entrée ni dessous',
  query_differs: 'la requête diffère de l’entrée',
}

const developersRemoveFr: ReturnType<typeof developersEn>['remove'] = {
  title: (app) => `Supprimer ${app} ?`,
  body: html`Ses secrets, codes et jetons cessent de fonctionner tout de suite, pour tous ceux qui l’ont
  connectée. C’est irréversible.`,
  button: 'Supprimer l’application',
  keep: 'La garder',
  done: (app) => html`<b>${app}</b> est supprimée.`,
}

const developersTokensFr: ReturnType<typeof developersEn>['tokens'] = {
  title: 'Jetons personnels',
  lede: 'Pour des scripts et pour essayer l’API : un jeton agit à votre place, sans application.',
  unnamed: 'Sans nom',
  made: (day) => `Créé le ${day}`,
  create: 'Créer un jeton',
  newTitle: 'Créer un jeton personnel',
  reach: html`Quiconque le possède peut lire et modifier ce que vous pouvez lire et modifier, dans toutes vos
  entreprises. Il fonctionne jusqu’à ce que vous y mettiez fin.`,
  name: 'Nom',
  nameHint: 'À quoi il sert. Vous seul le voyez.',
  cancel: 'Annuler',
  fault: { missing: 'Entrez un nom', too_long: 'Entrez un nom de 100 caractères au plus' },
  tooMany: (most) =>
    `Vous avez ${most} jetons, et c’est le maximum. Mettez fin à l’un de ceux dont vous n’avez plus besoin`,
  madeTitle: (name) => `${name} est prêt`,
  once: html`Le jeton ne s’affiche que cette fois. Gardez-le là où personne d’autre ne peut le lire.`,
  token: 'Jeton',
  use: html`Envoyez-le avec chaque appel : <span class="mono">Authorization: Bearer …</span>`,
  on: 'Continuer',
  explore: 'L’essayer dans GraphiQL',
  end: 'Y mettre fin',
  endTitle: (name) => `Mettre fin à ${name} ?`,
  endBody: html`Il cesse de fonctionner tout de suite, partout où il est utilisé. C’est irréversible.`,
  endButton: 'Mettre fin au jeton',
  keep: 'Le garder',
}

const developersLogFr: ReturnType<typeof developersEn>['log'] = {
  title: (app) => `Journal de ${app}`,
  lede: 'Chaque appel d’autorisation, de jetons, de révocation et de GraphQL, les plus récents d’abord. Aucun secret, code ni jeton ne s’y trouve.',
  kind: 'Point d’accès',
  outcome: 'Résultat',
  any: 'Tous',
  endpoints: { authorize: 'autorisation', token: 'jetons', revoke: 'révocation', graphql: 'GraphQL' },
  outcomes: { ok: 'réussi', refused: 'refusé', failed: 'échec de notre côté' },
  reasons: {
    asked_the_person: 'La question a été posée.',
    accepted_without_asking: 'Accepté sans question : un jeton valide suffit.',
    allowed_by_the_person: 'La personne a autorisé l’accès.',
    denied_by_the_person: 'La personne n’a pas autorisé l’accès.',
    token_unknown: 'Ce jeton n’existe pas : rien à révoquer.',
    access_token_revoked: 'Le jeton d’accès est révoqué.',
    refresh_token_revoked: 'Le jeton d’actualisation et son jeton d’accès sont révoqués.',
  },
  filter: 'Afficher',
  empty: 'Aucun appel pour l’instant. Dès que l’application en fait un, il s’affiche ici en une seconde.',
  emptyFilter: 'Aucun appel ne correspond.',
  caption: (count) => (count === 1 ? '1 appel' : `${count} appels`),
  when: 'Quand',
  what: 'Quoi',
  result: 'Résultat',
  why: 'Pourquoi',
  took: (milliseconds) => `${milliseconds} ms`,
  request: 'Requête',
}
