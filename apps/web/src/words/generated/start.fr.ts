/* Generated from messages/start.fr.arb by packages/messages. Do not edit. */
export const startFr = {
  lede: (provider: string) => `Connectez ${provider} pour voir votre trésorerie, vos factures impayées et votre bénéfice par mois.`,
  ledeWithout: (provider: string) => `Connectez ${provider} pour voir vos factures impayées, l’argent à venir et l’argent reçu.`,
  before: (provider: string) => `${provider} s’ouvre, vous choisissez l’entreprise, et vous revenez aussitôt ici.`,
  ledeAlone: (provider: string) => `Vous vous connectez à ${provider} et y décidez de ce que Counterfoil peut faire.`,
  beforeAlone: (provider: string) => `${provider} s’ouvre, vous vous y connectez, vous répondez, et vous revenez aussitôt ici.`,
  sees: "Ce que Counterfoil voit",
  connect: (provider: string) => `Connecter ${provider}`,
  may: "Ce que Counterfoil peut faire",
  cant: {
    term: "Ce qu’il ne peut pas faire",
    detail: "Déplacer de l’argent, modifier votre comptabilité ou voir votre mot de passe.",
  },
  stop: {
    term: "Comment arrêter",
    detail: (provider: string, days: number) => `Déconnectez quand vous voulez, ici ou dans ${provider}. Une connexion inutilisée pendant ${days < 2 ? `${days} jour` : `${days} jours`} est déconnectée d’elle-même.`,
  },
  plan: (provider: string) => `${provider} ne connecte des applications qu’aux entreprises dont le forfait actif le prévoit.`,
  connectedBefore: "Vous utilisez déjà Counterfoil\u00a0?",
  welcome: {
    lede: (business: string) => `Connectez-vous pour voir **${business}**.`,
    ledeAny: "Connectez-vous pour voir vos entreprises.",
    note: (provider: string) => `${provider} confirme qui vous êtes. D’ici là, aucun chiffre n’est affiché ici.`,
    other: "Ce n’est pas vous\u00a0?",
    forget: "Oublier cet appareil",
    forgetNote: "Le nom n’est retiré que de cet appareil. Ce qui est connecté le reste.",
  },
  half: {
    title: "La connexion n’est pas terminée",
    body: (time: string, provider: string) => `Vous avez commencé à ${time} et n’êtes pas encore de retour de ${provider}. Rien n’a été transmis à Counterfoil.`,
    dismiss: "Ignorer",
  },
  inApp: {
    title: "Cette page est ouverte dans une autre application",
    body: "La connexion à un compte y échoue souvent. Ouvrez-la plutôt dans Safari ou Chrome.",
    copy: "Copier le lien",
    open: (browser: string) => `Ouvrir dans ${browser}`,
  },
  cookies: {
    title: "Votre navigateur bloque un cookie",
    body: "Counterfoil a besoin d’un cookie pour terminer la connexion. Votre navigateur le bloque pour ce site.",
    how: "Acceptez les cookies de cette adresse dans les réglages de confidentialité de votre navigateur, puis appuyez de nouveau sur Connecter.",
  },
  notConnected: {
    body: "Elle n’est pas connectée avec votre compte actuel. Connectez-la, et ce lien l’ouvrira.",
    connect: "Connecter cette entreprise",
  },
}
