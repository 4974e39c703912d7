import { connectionFr } from './connection-words-fr.ts'
import type { Catalogue } from './en.ts'
import { overviewFr } from './overview-words-fr.ts'
import { pictureFr } from './picture-words-fr.ts'
import { sinceFr } from './since-words-fr.ts'
import { pluralOf } from './plural.ts'

/** Tous les textes en français ; mêmes clés et mêmes règles que `en.ts`. */

const many = pluralOf('fr')

export const fr: Catalogue = {
  ...connectionFr,
  overview: overviewFr,
  picture: pictureFr,
  since: sinceFr,

  app: {
    name: 'Counterfoil',
    skip: 'Aller au contenu',
    navigation: 'Menu principal',
    overview: 'Vue d’ensemble',
    lists: {
      invoices: 'Factures',
      customers: 'Clients',
      products: 'Produits',
      transactions: 'Opérations',
      accounts: 'Comptes',
      estimates: 'Devis',
    },
    businesses: 'Entreprises',
    profile: 'Profil',
    connection: 'Connexion',
    language: 'Langue',
    theme: 'Couleurs',
    themes: { system: 'Celles de l’appareil', light: 'Claires', dark: 'Sombres' },
    languages: { en: 'English', fr: 'Français' },
    footer:
      'Counterfoil lit. Il ne modifie votre comptabilité que si vous l’autorisez et appuyez sur Enregistrer.',
    settings: 'Affichage',
    needsScripts:
      'Connecter ou déconnecter une entreprise et se déconnecter fonctionnent sans JavaScript. Le reste de cette page en a besoin.',
    changeFailed: 'Votre modification n’a peut-être pas été enregistrée. Réessayez.',
    copy: 'Copier',
    copied: 'Copié',
    copyByHand: 'Ce navigateur ne peut pas copier à votre place. Sélectionnez ce texte et copiez-le.',
    contact: 'Nous écrire',
    reference: (reference) => `Référence ${reference}`,
    before: (name) => `${name}\u00a0: `,
    allBusinesses: 'Toutes vos entreprises',
    yourBusiness: 'Votre entreprise',
  },

  state: {
    label: 'Connexion',
    none: 'Aucune connexion',
    signedOut: 'Compte déconnecté',
    connecting: 'Connexion à terminer',
    connected: 'Connectée',
    limited: 'Connectée en partie',
    limitedShort: 'En partie',
    reconnect: 'À reconnecter',
    plan_ended: 'Forfait terminé',
    disconnected: 'Déconnectée',
    provider_down: (p) => `${p} ne répond pas`,
    rate_limited: 'Une courte pause',
    partial: 'Une partie ne s’est pas affichée',
    misconfigured: 'Un réglage est incorrect de notre côté',
    justRead: 'lue à l’instant',
  },

  connect: {
    opening: (p) => `Ouverture de ${p}…`,
    slow: (p) => `${p} met du temps à s’ouvrir…`,
    failed: (p) => `${p} ne s’est pas encore ouvert. Vous pouvez réessayer.`,
    offline: 'Vous êtes hors ligne. Il faut être en ligne pour connecter une entreprise.',
    business: 'Connecter une entreprise',
    another: 'Connecter une autre entreprise',
    again: 'Connecter de nouveau',
    reconnect: (b) => `Reconnecter ${b}`,
    switch: 'Changer d’entreprise',
    allowMore: (p) => `Continuer vers ${p}`,
    askAgain: (p) => `Revoir la demande dans ${p}`,
    tryAgain: 'Réessayer',
    startAgain: 'Recommencer',
    continue: 'Continuer',
  },

  start: {
    title: 'Votre entreprise en un coup d’œil',
    lede: (p) =>
      `Connectez ${p} pour voir votre trésorerie, qui vous doit de l’argent et votre bénéfice par mois.`,
    ledeWithout: (p) =>
      `Connectez ${p} pour voir qui vous doit de l’argent, ce qui va rentrer et ce qui est rentré.`,
    before: (p) => `${p} s’ouvre, vous choisissez l’entreprise, et vous revenez aussitôt ici.`,
    sees: 'Ce que Counterfoil voit',
    cant: {
      term: 'Ce qu’il ne peut pas faire',
      detail: 'Déplacer de l’argent, modifier votre comptabilité ou voir votre mot de passe.',
    },
    stop: {
      term: 'Comment arrêter',
      detail: (p, days) =>
        `Déconnectez quand vous voulez, ici ou dans ${p}. Une connexion inutilisée pendant ${many(days, 'jour', 'jours')} est déconnectée d’elle-même.`,
    },
    plan: (p) => `${p} ne connecte des applications qu’aux entreprises dont le forfait actif le prévoit.`,
    connectedBefore: 'Déjà connectée\u00a0?',
    welcome: {
      title: 'Heureux de vous revoir',
      lede: (b) => `Connectez-vous pour voir **${b}**.`,
      ledeAny: 'Connectez-vous pour voir vos entreprises.',
      note: (p) => `${p} nous dit qui vous êtes. Avant cela, personne n’en voit rien ici.`,
      other: 'Ce n’est pas vous\u00a0?',
      forget: 'Oublier cet appareil',
      forgetNote: 'Seul le nom est oublié ici. Ce qui est connecté le reste.',
    },
    half: {
      title: 'La connexion n’est pas terminée',
      body: (time, p) =>
        `Vous avez commencé à ${time} et n’êtes pas encore de retour de ${p}. Rien n’a été transmis à Counterfoil.`,
      dismiss: 'Ignorer',
    },
    inApp: {
      title: 'Cette page est ouverte dans une autre application',
      body: 'La connexion à un compte y échoue souvent. Ouvrez-la plutôt dans Safari ou Chrome.',
      copy: 'Copier le lien',
      open: (browser) => `Ouvrir dans ${browser}`,
    },
    cookies: {
      title: 'Votre navigateur bloque un cookie',
      body: 'Counterfoil a besoin d’un cookie pour terminer la connexion. Votre navigateur le bloque pour ce site.',
      how: 'Acceptez les cookies de cette adresse dans les réglages de confidentialité de votre navigateur, puis appuyez de nouveau sur Connecter.',
    },
    sample: 'Exemple',
    sampleNote: 'Des chiffres inventés d’une entreprise inventée.',
  },

  home: {
    proofTitle: 'Est-ce la bonne\u00a0?',
    detailsTitle: 'Cette entreprise',
    proofNote: (p) => `Lu dans ${p} à l’instant.`,
    name: 'Nom',
    address: 'Adresse',
    currency: 'Devise',
    timezone: 'Fuseau horaire',
    trade: 'Activité',
    plan: 'Forfait',
    planActive: 'Actif',
    planUnknown: 'Inconnu tant que Counterfoil ne peut pas lire de nouveau.',
    planEnded: (date) => `Terminé. Constaté le ${date}.`,
    notGiven: 'Non renseigné',
    notRead: 'Pas encore lu',
    notThisOne: 'Pas la bonne\u00a0? En changer',
    seesTitle: 'Ce que Counterfoil peut voir',
    sawTitle: 'Ce que Counterfoil pouvait voir',
    seesNote: (p) => `D’après la dernière réponse de ${p}.`,
    manage: 'Gérer la connexion',
    morePictures: 'Plus d’images',
    fewerPictures: 'Moins d’images',
    othersTitle: 'Vos autres entreprises',
    frozen: (date) => `Données lues\u00a0: ${date}.`,
    updateNow: 'Actualiser',
    getting: (b) => `Lecture de ${b}`,
    stillGetting: (b) => `La lecture de ${b} continue…`,
  },

  businesses: {
    title: 'Entreprises',
    lede: (count) => `${many(count, 'entreprise', 'entreprises')} dans Counterfoil.`,
    empty: 'Aucune entreprise n’est encore connectée. La première que vous connecterez s’affichera ici.',
    showing: 'Affichée',
    show: (b) => `Afficher ${b}`,
    switched: (b) => `${b} est maintenant affichée.`,
    since: (date) => `Connectée le ${date}`,
    forget: (b) => `Retirer ${b} de cette liste`,
    by: (email, date) => `Connectée par ${email} le ${date}`,
  },

  profile: {
    title: 'Profil',
    account: (p) => `Votre compte ${p}`,
    name: 'Nom',
    email: 'Adresse courriel',
    since: (p) => `Dans ${p} depuis`,
    readOnly: (p) => `Ces données viennent de ${p} et se modifient dans ${p}.`,
    notGiven: 'Non renseigné',
    businesses: 'Vos entreprises',
    display: 'Affichage',
    signedIn: 'Appareils connectés',
    signedInLink: 'Voir vos appareils connectés',
    getting: 'Lecture de votre profil',
  },

  signedIn: {
    title: 'Appareils connectés',
  },

  failure: {
    offline: {
      title: 'Vous êtes hors ligne',
      body: 'Ce que vous voyez a été lu plus tôt. Ce sera relu dès votre retour en ligne.',
      bar: 'Vous êtes hors ligne.',
      barSince: (time) => `Vous êtes hors ligne. Dernière lecture\u00a0: ${time}.`,
      page: 'Cette page n’est pas encore sur votre appareil. Elle s’ouvrira dès votre retour en ligne.',
      back: 'Vous êtes de retour en ligne.',
    },
    provider_down: {
      body: 'La connexion est conservée. Tant que cette page est ouverte, nous réessayons.',
      once: 'La connexion est conservée. Vous pouvez réessayer.',
    },
    rate_limited: {
      body: (p, time) => `Nous avons beaucoup sollicité ${p} en peu de temps. Nouvel essai à ${time}.`,
      soon: (p) =>
        `Nous avons beaucoup sollicité ${p} en peu de temps. Un nouvel essai suit dans un instant.`,
      from: (p, time) =>
        `Nous avons beaucoup sollicité ${p} en peu de temps. Vous pourrez réessayer à ${time}.`,
      later: (p) => `Nous avons beaucoup sollicité ${p} en peu de temps. Attendez un peu, puis réessayez.`,
    },
    partial: {
      body: (p) =>
        `${p} n’a répondu qu’en partie. Ce qui manque est indiqué. Tant que cette page est ouverte, nous réessayons.`,
      once: (p) => `${p} n’a répondu qu’en partie. Ce qui manque est indiqué.`,
      load: 'Charger le reste',
      row: 'Non chargé',
    },
    not_allowed: {
      title: 'Pas encore autorisé',
      body: 'Counterfoil ne peut pas voir cela. Une fois l’autorisation donnée, cela s’affiche ici.',
    },
    unknown: {
      title: 'Désolés, il y a un problème',
      body: (p) => `Ce qui est affiché ici est lu dans ${p}. Lire n’y change rien.`,
      bodyHere: (p) =>
        `Cette page a rencontré un problème. Ce qu’elle affiche est lu dans ${p}\u00a0; lire n’y change rien.`,
      overview: 'Aller à la vue d’ensemble',
    },
    retry: 'Réessayer',
    tryNow: 'Essayer maintenant',
    waiting: (seconds) => `Vous pourrez réessayer dans ${many(seconds, 'seconde', 'secondes')}.`,
  },

  ended: {
    title: 'Votre compte a été déconnecté',
    body: 'Connectez-vous et vous reviendrez exactement à cette page.',
    stays:
      'Cela seul ne déconnecte aucune entreprise. Entre-temps rien n’est lu, sauf si votre compte est connecté ailleurs.',
    disconnectAll: 'Se connecter pour tout déconnecter',
    elsewhereTitle: 'Vous vous êtes déconnecté dans un autre onglet',
    elsewhereBody: 'Plus rien de personnel n’est affiché ici.',
    signIn: 'Se connecter',
    leave: 'Aller à la page d’accueil',
    warnTitle: 'Toujours là\u00a0?',
    warnBody: (time) => `Votre compte sera déconnecté à ${time}.`,
    stay: 'Rester connecté',
    stayed: 'Vous restez connecté.',
  },

  notFound: {
    title: 'Cette page est introuvable',
    body: 'L’adresse est peut-être ancienne, ou mène à quelque chose que vous ne pouvez pas voir.',
    overview: 'Vue d’ensemble',
    businesses: 'Entreprises',
  },

  update: {
    title: 'Une partie de cette page manque',
    body: 'Counterfoil a peut-être été mis à jour. Rechargez la page pour continuer.',
    reload: 'Recharger',
  },
}
