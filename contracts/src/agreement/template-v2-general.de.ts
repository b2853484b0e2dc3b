import type { TemplateSection } from './template.js';

/** Clauses 9 to 17 of template v2 in German: rights, exceptions and general provisions. Frozen. */
export const generalV2De: readonly TemplateSection[] = [
  {
    id: 'ownership',
    heading: 'Rechte an den Informationen',
    blocks: [
      {
        id: 'ownership.retained',
        kind: 'paragraph',
        text: 'Alle Rechte an den vertraulichen Informationen verbleiben bei der offenlegenden Partei. Über die Verwendung nach §\u00a03 hinaus werden mit dieser Vereinbarung weder Eigentum noch Lizenzen oder sonstige Nutzungsrechte übertragen oder eingeräumt, auch nicht stillschweigend.',
      },
    ],
  },
  {
    id: 'exceptions',
    heading: 'Ausnahmen',
    blocks: [
      {
        id: 'exceptions.lead',
        kind: 'paragraph',
        text: 'Die Pflichten aus dieser Vereinbarung gelten nicht für Informationen, die nachweislich',
      },
      {
        id: 'exceptions.list',
        kind: 'list',
        items: [
          'ohne Verletzung dieser Vereinbarung allgemein bekannt sind oder werden;',
          'der empfangenden Partei bereits vor der Offenlegung ohne Pflicht zur Geheimhaltung bekannt waren;',
          'die empfangende Partei rechtmäßig und ohne Pflicht zur Geheimhaltung von Dritten erhält; oder',
          'die empfangende Partei selbstständig und ohne Rückgriff auf vertrauliche Informationen entwickelt hat.',
        ],
      },
    ],
  },
  {
    id: 'post-termination',
    heading: 'Vertraulichkeit nach dem Ende der Vereinbarung',
    blocks: [
      {
        id: 'post-termination.five-years',
        kind: 'paragraph',
        text: 'Die Pflichten aus den §§\u00a03, 4 und\u00a012 bestehen nach dem Ende dieser Vereinbarung, gleich aus welchem Grund sie endet, für weitere fünf Jahre fort; für Verletzungen in dieser Zeit gilt §\u00a07. Der gesetzliche Schutz von Geschäftsgeheimnissen bleibt darüber hinaus unberührt.',
      },
    ],
  },
  {
    id: 'negotiations',
    heading: 'Vertraulichkeit der Verhandlungen',
    blocks: [
      {
        id: 'negotiations.secret',
        kind: 'paragraph',
        text: 'Beide Parteien behandeln auch die Tatsache, dass sie über eine Zusammenarbeit sprechen, sowie Inhalt und Stand dieser Gespräche vertraulich; §\u00a03\u00a0Buchstabe\u00a0c, §\u00a04 und §\u00a010 gelten entsprechend. Das Recht der offenlegenden Partei, über ihre eigenen Informationen zu verfügen, bleibt unberührt.',
      },
    ],
  },
  {
    id: 'no-obligation',
    heading: 'Keine Pflicht zur Zusammenarbeit',
    blocks: [
      {
        id: 'no-obligation.free',
        kind: 'paragraph',
        text: 'Diese Vereinbarung verpflichtet keine Partei, vertrauliche Informationen offenzulegen, Verhandlungen fortzuführen oder weitere Verträge zu schließen. Eine Gewähr für Richtigkeit oder Vollständigkeit der vertraulichen Informationen wird nicht übernommen; die gesetzliche Haftung bleibt im Übrigen unberührt.',
      },
    ],
  },
  {
    id: 'severability',
    heading: 'Salvatorische Klausel und vollständige Vereinbarung',
    blocks: [
      {
        id: 'severability.valid',
        kind: 'paragraph',
        text: 'Ist oder wird eine Bestimmung dieser Vereinbarung ganz oder teilweise unwirksam, bleiben die übrigen Bestimmungen wirksam. An die Stelle der unwirksamen Bestimmung treten die gesetzlichen Vorschriften.',
      },
      {
        id: 'severability.entire-agreement',
        kind: 'paragraph',
        text: 'Diese Vereinbarung enthält alle Abreden der Parteien über die Geheimhaltung der in §\u00a01 beschriebenen Idee; mündliche Nebenabreden bestehen nicht. Änderungen und Ergänzungen bedürfen der Textform, auch die Änderung dieses Formerfordernisses. Individuelle Abreden der Parteien haben Vorrang (§\u00a0305b\u00a0BGB).',
      },
    ],
  },
  {
    id: 'governing-law',
    heading: 'Anwendbares Recht und Gerichtsstand',
    blocks: [
      {
        id: 'governing-law.law',
        kind: 'paragraph',
        text: 'Es gilt das Recht der Bundesrepublik Deutschland unter Ausschluss des UN-Kaufrechts; Rechtsbegriffe sind im Sinne dieses Rechts zu verstehen. Einer Partei, die Verbraucher ist, bleibt der Schutz der zwingenden Vorschriften des Staates erhalten, in dem sie ihren gewöhnlichen Aufenthalt hat (Art.\u00a06\u00a0Abs.\u00a02 der Rom-I-Verordnung).',
      },
      {
        id: 'governing-law.venue',
        kind: 'paragraph',
        text: 'Sind beide Parteien Kaufleute, juristische Personen des öffentlichen Rechts oder öffentlich-rechtliche Sondervermögen, oder hat eine Partei, die nicht Verbraucher ist, keinen allgemeinen Gerichtsstand in Deutschland, so ist ausschließlicher Gerichtsstand für Streitigkeiten aus dieser Vereinbarung der Sitz der offenlegenden Partei; ist sie eine natürliche Person, der Ort ihrer geschäftlichen Niederlassung oder, wenn sie keine hat, ihr Wohnsitz (§\u00a038\u00a0ZPO). Im Übrigen gelten die gesetzlichen Gerichtsstände.',
      },
    ],
  },
  {
    id: 'form',
    heading: 'Form der Unterschrift',
    blocks: [
      {
        id: 'form.agreed',
        kind: 'paragraph',
        text: 'Die Parteien vereinbaren nach §\u00a0127\u00a0Abs.\u00a03\u00a0BGB, dass diese Vereinbarung elektronisch geschlossen wird, indem jede Partei sie mit einer einfachen elektronischen Signatur unterschreibt, etwa durch Zeichnen oder Eintippen ihres Namens auf dem Bildschirm. Zwischen den Parteien hat diese Signatur dieselbe Wirkung wie eine eigenhändige Unterschrift. Gesetzliche Formvorschriften und die gesetzlichen Beweisregeln bleiben unberührt.',
      },
    ],
  },
  {
    id: 'signatures',
    heading: 'Digitale Unterschriften',
    blocks: [
      {
        id: 'signatures.order',
        kind: 'paragraph',
        text: 'Zuerst unterschreibt die offenlegende, danach die empfangende Partei. Zu jeder Unterschrift werden der Zeitpunkt und die Prüfsumme (SHA-256) dieses Textes festgehalten.',
      },
      { id: 'signatures.block', kind: 'signatures' },
    ],
  },
];
