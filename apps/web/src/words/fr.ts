import type { Catalogue } from './en.ts'

/** Tous les textes en français ; mêmes clés et mêmes règles que `en.ts`. */

const rules = new Intl.PluralRules('fr')
const many = (n: number, one: string, other: string) => `${n} ${rules.select(n) === 'one' ? one : other}`

export const fr: Catalogue = {
  app: {
    name: 'Counterfoil',
    skip: 'Aller au contenu',
    navigation: 'Principale',
    overview: 'Aperçu',
    businesses: 'Entreprises',
    profile: 'Profil',
    connection: 'Connexion',
    language: 'Langue',
    theme: 'Couleurs',
    themes: { system: 'Comme l’appareil', light: 'Claires', dark: 'Sombres' },
    languages: { en: 'English', fr: 'Français' },
    footer: 'Counterfoil lit. Il ne modifie jamais vos livres.',
    settings: 'Affichage',
    needsScripts: 'La connexion fonctionne sans JavaScript. Le reste de cette page en a besoin.',
    changeFailed: 'Votre modification n’a pas été enregistrée. Réessayez.',
    copy: 'Copier',
    copied: 'Copié',
    copyByHand: 'Ce navigateur ne copie rien de lui-même. Sélectionnez ce texte et copiez-le.',
    contact: 'Nous écrire',
    reference: (reference) => `Référence ${reference}`,
    allBusinesses: 'Toutes vos entreprises',
    yourBusiness: 'Votre entreprise',
  },

  chip: {
    label: 'Connexion',
    none: 'Non connecté',
    connecting: 'Terminer la connexion',
    connected: 'Connecté',
    limited: 'Connecté, en partie',
    limitedShort: 'En partie',
    reconnect: 'À reconnecter',
    plan_ended: 'Forfait terminé',
    trouble: (p) => `${p} ne répond pas`,
    disconnected: 'Déconnecté',
  },

  connect: {
    opening: (p) => `Ouverture de ${p}…`,
    slow: (p) => `${p} met du temps à s’ouvrir…`,
    failed: (p) => `${p} ne s’est pas ouvert. Réessayez.`,
    offline: 'Vous êtes hors ligne. Il faut Internet pour connecter une entreprise.',
    business: 'Connecter une entreprise',
    another: 'Connecter une autre entreprise',
    again: 'Connecter à nouveau',
    reconnect: (b) => `Reconnecter ${b}`,
    change: 'Choisir une autre entreprise',
    allowMore: (p) => `Continuer vers ${p}`,
    askAgain: (p) => `Revoir la question de ${p}`,
    tryAgain: 'Réessayer',
    startAgain: 'Recommencer',
    continue: 'Continuer',
  },

  start: {
    title: 'Votre entreprise en un coup d’œil',
    lede: (p) =>
      `Connectez ${p} pour voir votre trésorerie, qui vous doit de l’argent et le bénéfice par mois.`,
    before: (p) => `${p} s’ouvre, vous choisissez l’entreprise et vous revenez aussitôt ici.`,
    facts: [
      {
        term: 'Ce que Counterfoil voit',
        detail: 'Les coordonnées de l’entreprise, les comptes, les clients, les factures et les produits.',
      },
      {
        term: 'Ce qu’il ne peut pas faire',
        detail: 'Déplacer de l’argent, modifier vos livres ou voir votre mot de passe.',
      },
    ],
    stop: { term: 'Comment arrêter', detail: (p) => `Déconnectez quand vous voulez, ici ou chez ${p}.` },
    plan: (p) =>
      `${p} ne connecte des applications qu’aux entreprises qui ont un forfait Pro ou Advisor actif.`,
    half: {
      title: 'Vous n’avez pas terminé',
      body: (time, p) =>
        `Vous avez commencé à ${time} et n’avez pas terminé chez ${p}. Rien n’a été partagé.`,
      dismiss: 'Ignorer',
    },
    inApp: {
      title: 'Cette page est ouverte dans une autre application',
      body: 'S’identifier y échoue souvent. Ouvrez-la plutôt dans Safari ou Chrome.',
      copy: 'Copier le lien',
      open: (browser) => `Ouvrir dans ${browser}`,
    },
    cookies: {
      title: 'Votre navigateur bloque un cookie',
      body: 'Counterfoil a besoin d’un cookie pour terminer la connexion. Votre navigateur le bloque pour ce site.',
      how: 'Acceptez les cookies de cette adresse dans les réglages de confidentialité, puis appuyez de nouveau sur Connecter.',
    },
    sample: 'Exemple',
    sampleNote: 'Des chiffres inventés, pour montrer à quoi ressemble une entreprise connectée.',
    sampleCash: 'Trésorerie',
    sampleInOut: 'Entrées et sorties',
    sampleOwed: 'Qui vous doit de l’argent',
    sampleTotal: 'On vous doit',
    sampleAges: ['Pas encore dû', '1 à 30 jours de retard', 'Plus de 30 jours'],
  },

  home: {
    lede: (p, date, count) =>
      `Connecté à ${p} depuis le **${date}**. Counterfoil peut voir ${many(count, 'chose', 'choses')} et n’en modifier aucune.`,
    proofTitle: 'Est-ce la bonne\u00a0?',
    detailsTitle: 'Cette entreprise',
    proofNote: (p) => `Lu chez ${p} à l’instant.`,
    name: 'Nom',
    address: 'Adresse',
    currency: 'Devise',
    timezone: 'Fuseau horaire',
    trade: 'Activité',
    plan: 'Forfait',
    planActive: 'Actif',
    planUnknown: 'Inconnu tant que Counterfoil ne peut pas lire.',
    planEnded: (date) => `Terminé. Remarqué le ${date}.`,
    notGiven: 'Non indiqué',
    notThisOne: 'Pas celle-ci\u00a0? Changer',
    seesTitle: 'Ce que Counterfoil peut voir',
    sawTitle: 'Ce que Counterfoil pouvait voir',
    seesNote: (date) => `Vous l’avez permis le ${date}.`,
    manage: 'Gérer la connexion',
    figuresTitle: 'Chiffres',
    figuresBody:
      'La trésorerie, qui vous doit de l’argent et le bénéfice par mois auront leur place ici. Counterfoil ne les dessine pas encore.',
    othersTitle: 'Vos autres entreprises',
    frozen: (date) => `Données lues\u00a0: ${date}.`,
    updateNow: 'Actualiser',
    getting: (b) => `Lecture\u00a0: ${b}`,
    stillGetting: (b) => `Lecture toujours en cours\u00a0: ${b}…`,
  },

  businesses: {
    title: 'Entreprises',
    lede: (count) => `${many(count, 'entreprise connectée', 'entreprises connectées')} à Counterfoil.`,
    empty: 'Aucune entreprise n’est encore connectée. Quand vous en connecterez une, elle s’affichera ici.',
    showing: 'Affichée en ce moment',
    show: (b) => `Afficher ${b}`,
    switched: (b) => `Affichée maintenant\u00a0: ${b}.`,
    since: (date) => `Connectée le ${date}`,
    forget: (b) => `Retirer ${b} de cette liste`,
    by: (email, date) => `Connectée par ${email} le ${date}`,
  },

  profile: {
    title: 'Profil',
    account: (p) => `Votre compte ${p}`,
    name: 'Nom',
    email: 'Adresse e-mail',
    since: (p) => `Chez ${p} depuis`,
    readOnly: (p) => `Vient de ${p}. Modifiez-le chez ${p}.`,
    notGiven: 'Non indiqué',
    businesses: 'Vos entreprises',
    display: 'Affichage',
    signedIn: 'Où vous êtes identifié',
    signedInLink: 'Voir où vous êtes identifié',
    signOut: 'Quitter',
    signOutNote: 'Quitter laisse vos entreprises connectées. Déconnecter est une autre action.',
    getting: 'Lecture de votre profil',
  },

  signedIn: {
    title: 'Où vous êtes identifié',
    lede: 'Tous les navigateurs où Counterfoil vous connaît.',
    current: 'Ce navigateur',
    started: (date) => `Identifié le ${date}`,
    seen: (ago) => `Utilisé ${ago}`,
    end: 'Quitter là-bas',
    device: (device) =>
      device
        .replace(' on ', ' sur ')
        .replace('A browser', 'Un navigateur')
        .replace('Unknown browser', 'Navigateur inconnu'),
    ended: (device) => `C’est fait\u00a0: ${device}.`,
    everywhere: 'Quitter partout',
    everywhereNote: 'Ce navigateur aussi. Vos entreprises restent connectées.',
    onlyThis: 'Vous n’êtes identifié qu’ici.',
    getting: 'Lecture de la liste',
  },

  connectionPage: {
    title: (b) => `Connexion\u00a0: ${b}`,
    titleNone: 'Connexion',
    state: 'État',
    since: 'Depuis',
    lastRead: 'Dernière lecture',
    nextRead: 'Prochaine lecture',
    whenOpened: 'Quand vous ouvrez une page',
    never: 'Pas encore',
    connectedBy: 'Connectée par',
    seesSince: (date) => `Permis le ${date}`,
    off: 'Désactivé',
    offTitle: 'Ce qui est désactivé',
    couldTitle: 'Ce que vous pourriez ajouter',
    cant: 'Il ne peut ni déplacer d’argent, ni modifier vos livres, ni voir votre mot de passe.',
    allow: (thing) => `Permettre\u00a0: ${thing}`,
    allowOne: 'Permettre',
    havingTrouble: 'Un souci\u00a0?',
    troubleBody: (p) =>
      `Reconnecter renouvelle l’accès chez ${p}. Tant qu’il dure, vous revenez aussitôt, sans question.`,
    askBody: (p) => `Pour que ${p} vous repose sa question, demandez-le ici.`,
    actions: 'Changer ou arrêter',
    disconnectLink: (b) => `Déconnecter ${b}`,
    addBusiness: 'Connecter une autre entreprise',
    seeAll: 'Voir toutes les entreprises',
    inHarbour: (p) => `Applications connectées chez ${p}`,
    none: 'Aucune entreprise n’est connectée. Rien n’est lu.',
  },

  stateTitle: {
    none: 'Non connecté',
    connecting: 'La connexion n’est pas terminée',
    connected: 'Connecté',
    limited: 'Connecté, en partie',
    reconnect: 'À reconnecter',
    plan_ended: 'Le forfait est terminé',
    trouble: (p) => `${p} ne répond pas`,
    disconnected: 'Déconnecté',
  },

  stateBody: {
    connected: (p) => `Counterfoil lit chez ${p} quand vous ouvrez une page.`,
    limited: 'Tout ce que vous avez permis fonctionne. Le reste demeure vide.',
    reconnect: {
      ended: (p, b, date) =>
        `L’accès à ${b} s’est terminé. Nous l’avons remarqué le ${date}. Rien n’a changé chez ${p}. Reconnectez pour lire à nouveau.`,
      removed_at_provider: (p, date) =>
        `Quelqu’un a retiré l’accès de Counterfoil chez ${p}. Nous l’avons remarqué le ${date}. Counterfoil a cessé de lire. Ce que vous voyez ici date d’avant.`,
      security_change: (p, date) =>
        `Quelque chose a changé dans votre compte ${p}, et ${p} a fermé l’accès. Nous l’avons remarqué le ${date}. Rien n’est perdu. Reconnectez pour lire à nouveau.`,
      business_access_lost: (p, b) =>
        `Vous n’avez plus accès à ${b} chez ${p}. Demandez à son propriétaire de vous rajouter, ou choisissez une autre entreprise.`,
    },
    plan_ended: (b, date) =>
      `Le forfait de ${b} est terminé. Nous l’avons remarqué le ${date}. Les applications connectées en ont besoin, donc Counterfoil ne peut pas lire de nouveaux chiffres. Rien n’est supprimé.`,
    trouble: {
      provider_down: 'Votre connexion va bien et rien n’est perdu. Nous continuons d’essayer.',
      rate_limited: (p, time) =>
        `Nous avons beaucoup demandé à ${p} en peu de temps. La lecture est de nouveau possible à partir de ${time}. Votre connexion va bien.`,
      rate_limited_soon: (p) =>
        `Nous avons beaucoup demandé à ${p} en peu de temps. La lecture est de nouveau possible dans un instant. Votre connexion va bien.`,
      partial: (p) =>
        `${p} n’a répondu qu’en partie la dernière fois. Votre connexion va bien et rien n’est perdu.`,
      misconfigured:
        'Nous avons mal réglé quelque chose. Vous n’y êtes pour rien, et rien n’est perdu. Nous sommes prévenus.',
    },
    disconnected: (b, date) => `Vous avez déconnecté ${b} le ${date}. Counterfoil ne peut plus la lire.`,
  },

  notice: {
    seePlan: (b) => `Voir le forfait de ${b}`,
    useAnother: 'Utiliser une autre entreprise',
    removeForGood: 'Déconnecter pour de bon',
    remove: (b) => `Retirer ${b} de Counterfoil`,
    dismiss: 'Masquer',
    dismissed: 'Masqué. La marque de connexion, en haut, le dit encore.',
    tryNow: 'Essayer maintenant',
    trying: 'Essai en cours…',
  },

  permission: {
    user: { name: 'Votre nom et votre adresse e-mail', detail: 'Pour afficher la bonne personne' },
    business: { name: 'Coordonnées de l’entreprise', detail: 'Nom, adresse, devise' },
    account: { name: 'Comptes et soldes', detail: 'Noms, genres et soldes des comptes' },
    customer: { name: 'Clients', detail: 'Noms, adresses e-mail, ce qu’ils doivent' },
    invoice: { name: 'Factures et paiements', detail: 'Montants, échéances, ce qui a été payé' },
    product: { name: 'Produits et services', detail: 'Noms et prix' },
    transaction: { name: 'Opérations', detail: 'Dates, libellés, montants' },
    estimate: { name: 'Devis', detail: 'Montants et dates' },
    sales_tax: { name: 'Taxes de vente', detail: 'Noms et taux' },
    vendor: { name: 'Fournisseurs', detail: 'Noms et coordonnées' },
    other: { name: 'Autre chose', detail: 'Une permission pour laquelle cette page n’a pas de nom' },
    change: 'Voir et modifier',
  },

  allowMore: {
    ask: (thing, detail) =>
      `Pour l’afficher, Counterfoil doit pouvoir voir\u00a0: **${thing}** (${detail}). Vos autres permissions restent comme elles sont.`,
    locked: (thing) => `Counterfoil ne peut pas voir\u00a0: ${thing}. Permettez-le et cela s’affiche ici.`,
    notNow: 'Pas maintenant',
    later: (thing) =>
      `${thing}\u00a0: toujours désactivé. Vous pouvez le permettre sur la page de connexion.`,
  },

  disconnect: {
    title: (b) => `Déconnecter ${b}\u00a0?`,
    stopsTitle: 'Ce qui s’arrête',
    stops: (b, count) => [
      `Counterfoil cesse aussitôt de lire ${b}. ${many(count, 'permission se termine', 'permissions se terminent')}.`,
      'Sa clé est effacée ici et cesse aussitôt de fonctionner.',
    ],
    staysTitle: 'Ce qui reste',
    stays: (p) => [
      `Vos livres chez ${p} ne sont pas touchés.`,
      'Counterfoil ne garde aucun de vos chiffres, il n’en reste donc aucun. Seuls le nom et cette date restent dans votre liste, jusqu’à ce que vous les retiriez.',
    ],
    others: (count) =>
      `${many(count, 'autre entreprise reste connectée', 'autres entreprises restent connectées')}.`,
    confirm: (b) => `Déconnecter ${b}`,
    working: 'Déconnexion…',
    stay: 'Rester connecté',
    doneTitle: (b) => `${b} est déconnectée`,
    done: (b) => `Counterfoil ne peut plus lire ${b}.`,
    confirmed: (p) => `${p} l’a confirmé.`,
    confirming: (p) =>
      `Counterfoil a effacé sa clé et cessé de lire. ${p} n’a pas encore confirmé\u00a0; nous continuons d’essayer. Pour en être sûr, retirez Counterfoil des applications connectées de ${p}.`,
    already: (date) => `C’était déjà déconnecté le ${date}.`,
    offline: 'Vous êtes hors ligne. Il faut Internet pour déconnecter. Rien n’a changé.',
    failed: 'Cela n’a pas marché. La connexion n’a pas changé. Réessayez.',
    toOverview: 'Aller à l’aperçu',
    gone: 'Il n’y a rien à déconnecter ici.',
  },

  result: {
    seeOverview: 'Voir l’aperçu',
    notNow: 'Pas maintenant',
    back: 'Revenir',
    connected: {
      title: (b) => `Connecté à ${b}`,
      body: (p) => `Vérifiez que c’est celle que vous vouliez. Voici ce que ${p} en dit.`,
      receipt: (count, date, reference) =>
        `Vous avez permis ${many(count, 'chose', 'choses')} le ${date}. Référence ${reference}.`,
      save: 'Garder une copie',
      switch: 'Pas celle-ci\u00a0? Changer',
    },
    connected_less: {
      title: 'Connecté, en partie',
      body: (b, things) =>
        `${b} est connectée. Vous n’avez pas permis\u00a0: ${things}. Cela reste vide. Tout le reste fonctionne.`,
      allow: 'Permettre ce qui manque',
    },
    still_connected: {
      title: (b) => `Toujours connecté à ${b}`,
      body: 'Rien n’a changé. L’accès a été renouvelé.',
    },
    switched: {
      title: (b) => `${b} est maintenant affichée`,
      body: (b) => `**${b}** a été déconnectée.`,
    },
    declined: {
      title: 'Vous ne vous êtes pas connecté',
      titleStill: 'Rien n’a changé',
      titleMore: 'Toujours désactivé',
      body: 'Rien n’a été partagé avec Counterfoil.',
      bodyMore: 'Rien d’autre n’a changé.',
      bodyStill: (b) => `${b} reste comme avant.`,
    },
    no_business: {
      title: 'Pas encore d’entreprise à connecter',
      body: (p) =>
        `${p} nous a dit qu’aucune de vos entreprises n’a un forfait Pro ou Advisor actif. Vous pouvez le changer chez ${p} et revenir.`,
      plans: (p) => `Voir les forfaits chez ${p}`,
      other: 'Utiliser un autre compte',
    },
    expired: {
      title: 'Cela a pris un peu trop de temps',
      body: 'Par sécurité, la connexion doit se terminer en 15 minutes. Rien n’a été partagé.',
    },
    mismatch: {
      title: 'Nous avons arrêté, pour votre sécurité',
      body: (p) =>
        `La réponse de ${p} ne correspondait à aucune demande de ce navigateur. Cela arrive si vous avez commencé dans un autre navigateur ou ouvert un vieux lien. Rien n’a été partagé.`,
      action: 'Recommencer ici',
    },
    other_business: {
      title: 'Vous avez choisi une autre entreprise',
      body: (expected, received) =>
        `Vous reconnectiez **${expected}**, mais avez choisi **${received}**. Rien n’a encore changé.`,
      keep: (expected) => `Garder ${expected}`,
      switch: (received) => `Passer à ${received}`,
    },
    other_person: {
      title: (p) => `C’est un autre compte ${p}`,
      body: (b, expected, received) =>
        `**${b}** a été connectée par **${expected}**. Vous vous êtes identifié comme **${received}**. Si ${received} doit s’en occuper désormais, continuez.`,
      keep: (expected) => `Utiliser ${expected}`,
      switch: (received) => `Continuer comme ${received}`,
    },
    other_account: {
      title: (p) => `Vous avez utilisé un autre compte ${p}`,
      body: (received) =>
        `Vous vous êtes identifié comme **${received}**. Rien n’a encore changé : ce que l’autre compte a connecté reste connecté, et se retrouve en s’identifiant avec ce compte.`,
    },
    decided: {
      kept: (b) => `${b} est gardée`,
      keptBody: 'Rien n’a changé. Vous pouvez la reconnecter maintenant, et la choisir à nouveau.',
      closed: 'Cette question a déjà sa réponse. Il n’y a plus rien à faire ici.',
      switching: 'Changement…',
    },
    plan_ended: {
      title: (b) => `Le forfait est terminé\u00a0: ${b}`,
      body: (p) =>
        `Les applications connectées ont besoin d’un forfait Pro ou Advisor actif, donc ${p} ne l’a pas connectée. Rien n’a été partagé et rien n’est supprimé.`,
      bodyStill:
        'Les applications connectées ont besoin d’un forfait actif, donc Counterfoil ne peut pas lire de nouveaux chiffres. Rien n’est supprimé. Tout reprend de soi-même dès que le forfait est actif.',
    },
    provider_failed: {
      title: (p) => `${p} n’a pas pu terminer`,
      body: 'Vous n’y êtes pour rien. Rien n’a été partagé.',
      action: 'Réessayer dans une minute',
    },
    misconfigured: {
      title: 'Nous avons mal réglé quelque chose',
      body: 'La connexion ne marchera pas avant que nous l’ayons réparée. Vous n’y êtes pour rien, et rien n’a été partagé. Nous sommes prévenus.',
    },
    rate_limited: {
      title: 'Cela fait beaucoup d’essais',
      body: (time) => `Rien n’a été partagé. Vous pourrez recommencer à ${time}.`,
      bodySoon: 'Rien n’a été partagé. Vous pourrez recommencer dans quelques minutes.',
    },
    again: {
      title: 'Deux fois la même fin',
      body: (p) =>
        `Un essai de plus a peu de chances d’aider. Regardez chez ${p} si l’entreprise et son forfait sont là, ou attendez un peu et revenez.`,
      link: (p) => `Ouvrir ${p}`,
    },
  },

  failure: {
    offline: {
      title: 'Vous êtes hors ligne',
      body: 'Ce que vous voyez a été lu plus tôt. Ce sera relu dès votre retour en ligne.',
      bar: 'Vous êtes hors ligne.',
      barSince: (time) => `Vous êtes hors ligne. Ce que vous voyez ici date de ${time}.`,
      page: 'Cette page n’est pas encore sur votre appareil. Elle s’ouvrira dès votre retour en ligne.',
      back: 'De retour en ligne. C’est à jour.',
    },
    provider_down: {
      title: (p) => `${p} ne répond pas`,
      body: 'Votre connexion va bien et rien n’est perdu. Nous continuons d’essayer.',
    },
    rate_limited: {
      title: 'Une courte pause',
      body: (p, time) => `Nous avons beaucoup demandé à ${p} en peu de temps. Nouvel essai à ${time}.`,
      soon: (p) =>
        `Nous avons beaucoup demandé à ${p} en peu de temps. Nous réessayons de nous-mêmes dans un instant.`,
      from: (p, time) =>
        `Nous avons beaucoup demandé à ${p} en peu de temps. Vous pouvez réessayer à ${time}.`,
      later: (p) => `Nous avons beaucoup demandé à ${p} en peu de temps. Attendez un peu, puis réessayez.`,
    },
    partial: {
      title: 'Une partie manque',
      body: (p) =>
        `${p} n’a répondu qu’en partie. Ce qui manque est indiqué. Votre connexion va bien, et nous continuons d’essayer.`,
      load: 'Charger le reste',
      row: 'Non chargé',
    },
    not_allowed: {
      title: 'Pas encore permis',
      body: 'Counterfoil ne peut pas voir cela. Permettez-le et cela s’affiche ici.',
    },
    unknown: {
      title: 'Désolés, il y a un problème',
      body: (p) => `Nous sommes prévenus. Vos chiffres chez ${p} ne sont pas touchés.`,
      bodyHere: (p) =>
        `Quelque chose s’est cassé dans cette page. Vos chiffres chez ${p} ne sont pas touchés.`,
      documentTitle: 'Problème',
      overview: 'Aller à l’aperçu',
    },
    retry: 'Réessayer',
    tryNow: 'Essayer maintenant',
    waiting: (seconds) => `Vous pourrez réessayer dans ${many(seconds, 'seconde', 'secondes')}.`,
  },

  ended: {
    title: 'Votre visite a pris fin, pour protéger votre compte',
    body: 'Identifiez-vous et vous reviendrez exactement à cette page.',
    elsewhereTitle: 'Vous avez quitté Counterfoil dans un autre onglet',
    elsewhereBody: 'Rien de personnel n’est plus affiché ici. Vos entreprises restent connectées.',
    signIn: 'S’identifier',
    leave: 'Aller à la page d’accueil',
    warnTitle: 'Toujours là\u00a0?',
    warnBody: (time) => `Votre visite prendra fin à ${time}.`,
    stay: 'Rester identifié',
    stayed: 'Vous restez identifié.',
  },

  notFound: {
    title: 'Nous ne trouvons pas cette page',
    body: 'L’adresse est peut-être ancienne, ou mène à quelque chose que vous ne pouvez pas voir.',
    overview: 'Aperçu',
    businesses: 'Entreprises',
  },

  update: {
    title: 'Counterfoil a été mis à jour',
    body: 'Rechargez pour continuer.',
    reload: 'Recharger',
  },
}
