import type { OverviewWords } from './overview-words.ts'
import { wordOf } from './plural.ts'

const fr = wordOf('fr')

/** Words of the first view, in French. */
export const overviewFr: OverviewWords = {
  headline: {
    cash: (amount) => `Vous avez **${amount}**.`,
    debt: (amount) => `Vos comptes sont à **${amount}**.`,
    owedLate: ({ owed, late }) => `On vous doit **${owed}**, dont **${late}** en retard.`,
    owed: (amount) => `On vous doit **${amount}**, rien n’est en retard.`,
    owedOnly: (amount) => `On vous doit **${amount}**.`,
    owedNothing: 'Personne ne vous doit rien.',
  },
  getting: (business) => `Lecture des chiffres de ${business}`,
  stillGetting: (business) => `Lecture des chiffres de ${business} toujours en cours…`,
  utc: 'Les jours commencent à minuit UTC\u00a0: l’entreprise n’indique pas de fuseau horaire.',
  foot: {
    reads: ({ since, count }) =>
      `Connectée depuis le ${since} · ${count} ${fr(count, 'chose visible', 'choses visibles')}, rien n’est modifié`,
    changes: ({ since, count }) =>
      `Connectée depuis le ${since} · ${count} ${fr(count, 'chose autorisée', 'choses autorisées')}, dont des modifications`,
    manage: 'Gérer la connexion',
    about: 'À propos de cette entreprise',
  },
  cash: {
    title: 'Trésorerie',
    up: ({ amount, more, since }) =>
      `Vous avez **${amount}**, soit **${more}** de plus qu’au début du ${since}.`,
    down: ({ amount, less, since }) =>
      `Vous avez **${amount}**, soit **${less}** de moins qu’au début du ${since}.`,
    same: ({ amount, since }) => `Vous avez **${amount}**, autant qu’au début du ${since}.`,
    now: (amount) => `Vous avez **${amount}**.`,
    young: 'Une courbe apparaîtra quand la comptabilité aura un mois.',
    differs: 'Les jours précédents ne donnent pas ce total\u00a0: aucune courbe n’est tracée.',
    notOffered: (provider) => `Une courbe demanderait les jours précédents, que ${provider} n’offre pas.`,
    notAllowed: 'Pour en tracer l’évolution, Counterfoil doit voir les opérations.',
    failed: 'Les jours précédents n’ont pas été chargés\u00a0: aucune courbe n’est tracée.',
    refused: 'Un montant est trop grand pour être tracé exactement\u00a0: aucune courbe n’est tracée.',
    empty: 'Il n’y a encore eu aucun mouvement d’argent.',
    low: ({ amount, day }) => `Au plus bas\u00a0: ${amount} le ${day}`,
    today: (amount) => `Aujourd’hui\u00a0: ${amount}`,
    reading: ({ amount, day }) => `${day}\u00a0: ${amount}`,
    tableDay: 'Fin du',
    tableAmount: 'Trésorerie',
    total: 'Trésorerie',
  },
  flow: {
    title: 'Entrées et sorties d’argent',
    titleIn: 'Entrées d’argent des factures',
    more: ({ month, moneyIn, moneyOut, net }) =>
      `En ${month} jusqu’ici, **${moneyIn}** sont entrés et **${moneyOut}** sont sortis\u00a0: **${net}** d’entrées en plus.`,
    less: ({ month, moneyIn, moneyOut, net }) =>
      `En ${month} jusqu’ici, **${moneyIn}** sont entrés et **${moneyOut}** sont sortis\u00a0: **${net}** de sorties en plus.`,
    even: ({ month, moneyIn }) => `En ${month} jusqu’ici, **${moneyIn}** sont entrés et autant sont sortis.`,
    none: (month) => `En ${month} jusqu’ici, rien n’est entré et rien n’est sorti.`,
    before: ({ month, moneyIn, moneyOut }) =>
      `En ${month}, aux mêmes jours, ${moneyIn} étaient entrés et ${moneyOut} sortis.`,
    inOnly: ({ month, moneyIn, provider }) =>
      `En ${month} jusqu’ici, **${moneyIn}** sont entrés. ${provider} ne dit pas ce qui est sorti.`,
    empty: 'Rien n’est encore entré ni sorti.',
    emptyIn: 'Aucune facture n’a été payée ces douze derniers mois.',
    needs: 'Pour montrer ce qui est entré et sorti, Counterfoil doit voir les opérations.',
    needsIn: 'Pour montrer ce qui est entré, Counterfoil doit voir les factures.',
    moved: (amount) => `Non comptés\u00a0: ${amount} seulement déplacés entre vos propres comptes.`,
    reading: ({ month, moneyIn, moneyOut }) => `${month}\u00a0: entrées ${moneyIn}, sorties ${moneyOut}`,
    readingIn: ({ month, moneyIn }) => `${month}\u00a0: entrées ${moneyIn}`,
    unknown: (month) => `${month}\u00a0: pas connu`,
    soFar: (month) => `${month} jusqu’ici`,
    moneyIn: 'Entrées',
    moneyOut: 'Sorties',
    left: 'Différence',
  },
  owed: {
    title: 'Qui vous doit de l’argent',
    lateRows: 'factures en retard',
    late: (amount) => `**${amount}** sont en retard.`,
    veryLate: ({ late, very }) => `**${late}** sont en retard, dont **${very}** de plus de 90\u00a0jours.`,
    notLate: (amount) => `On vous doit **${amount}**, et rien n’est en retard.`,
    none: 'Personne ne vous doit rien.',
    ages: {
      notDue: 'Pas en retard',
      days1To30: '1–30\u00a0jours de retard',
      days31To60: '31–60\u00a0jours de retard',
      days61To90: '61–90\u00a0jours de retard',
      over90: 'Plus de 90\u00a0jours de retard',
    },
    total: 'On vous doit',
    credit: ({ text, count }) =>
      `En crédit\u00a0: ${text} ${fr(count, 'facture payée', 'factures payées')} en trop`,
    topTitle: 'Les plus gros retards',
    days: ({ text, count }) => `${text} ${fr(count, 'jour', 'jours')} de retard`,
    number: (number) => `Facture ${number}`,
    needs: 'Pour montrer qui vous doit de l’argent, Counterfoil doit voir les factures.',
  },
  profit: {
    title: 'Bénéfice par mois',
    profit: ({ amount, year }) => `**${amount}** de bénéfice en ${year} jusqu’ici.`,
    best: ({ amount, year, month }) =>
      `**${amount}** de bénéfice en ${year} jusqu’ici, le meilleur mois étant ${month}.`,
    loss: ({ amount, year }) => `**${amount}** de perte en ${year} jusqu’ici.`,
    lossBest: ({ amount, year, month }) =>
      `**${amount}** de perte en ${year} jusqu’ici, le meilleur mois étant ${month}.`,
    even: (year) => `Ni bénéfice ni perte en ${year} jusqu’ici.`,
    empty: (year) => `Rien n’a encore été gagné ni dépensé en ${year}.`,
    needs: 'Pour calculer le bénéfice, Counterfoil doit voir les opérations.',
    notOffered: (provider) =>
      `Le bénéfice demande ce qui a été dépensé autant que ce qui a été gagné, et ${provider} ne l’offre pas.`,
    reading: ({ month, profit, income, costs }) =>
      `${month}\u00a0: ${profit} (produits ${income}, charges ${costs})`,
    income: 'Produits',
    costs: 'Charges',
    result: 'Bénéfice',
    ofYear: (year) => `Bénéfice en ${year}`,
    basis: {
      ACCRUAL: 'Compté quand c’est gagné ou dû, non quand c’est payé.',
      CASH: 'Compté quand c’est payé.',
    },
  },
}
