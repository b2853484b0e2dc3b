import type { TemplateSection } from './template.js';

/** The 17 clauses of template v1 in German. Frozen. `\u00a0` is a no-break space: it holds '§ 7' together. */
export const sectionsV1De: readonly TemplateSection[] = [
  {
    id: 'subject',
    heading: 'Gegenstand',
    blocks: [
      {
        id: 'subject.purpose',
        kind: 'paragraph',
        text: 'Die offenlegende Partei beabsichtigt, der empfangenden Partei vertrauliche Informationen zu der nachstehend beschriebenen Idee zugänglich zu machen, damit die Parteien eine mögliche Zusammenarbeit prüfen können (der „Zweck“).',
      },
      { id: 'subject.title', kind: 'paragraph', text: 'Titel der Idee: „{ideaTitle}“' },
      { id: 'subject.lead', kind: 'paragraph', text: 'Die Idee beschreibt die offenlegende Partei wie folgt:' },
      { id: 'subject.description', kind: 'quote', text: '{ideaDescription}' },
    ],
  },
  {
    id: 'definition',
    heading: 'Vertrauliche Informationen',
    blocks: [
      {
        id: 'definition.meaning',
        kind: 'paragraph',
        text: 'Vertrauliche Informationen sind alle technischen, wirtschaftlichen, rechtlichen und sonstigen Informationen zu der in §\u00a01 beschriebenen Idee, die der empfangenden Partei von der offenlegenden Partei oder auf deren Veranlassung bekannt werden, gleich ob mündlich, schriftlich, elektronisch, durch Vorführung oder in anderer Form.',
      },
      {
        id: 'definition.marking',
        kind: 'paragraph',
        text: 'Einer Kennzeichnung als vertraulich bedarf es nicht. Zu den vertraulichen Informationen gehören auch Auswertungen, Zusammenfassungen und Kopien, soweit sie vertrauliche Informationen enthalten oder wiedergeben.',
      },
    ],
  },
  {
    id: 'obligations',
    heading: 'Pflichten der empfangenden Partei',
    blocks: [
      { id: 'obligations.lead', kind: 'paragraph', text: 'Die empfangende Partei verpflichtet sich,' },
      {
        id: 'obligations.list',
        kind: 'list',
        items: [
          'vertrauliche Informationen geheim zu halten und durch angemessene technische und organisatorische Maßnahmen vor dem Zugriff Dritter zu schützen, mindestens mit der Sorgfalt, die sie für eigene vertrauliche Informationen gleicher Bedeutung aufwendet;',
          'vertrauliche Informationen ausschließlich für den in §\u00a01 genannten Zweck zu verwenden;',
          'vertrauliche Informationen nur solchen Beschäftigten und beruflich zur Verschwiegenheit verpflichteten Beratern zugänglich zu machen, die sie für diesen Zweck kennen müssen und die in gleichem Umfang zur Geheimhaltung verpflichtet sind;',
          'vertrauliche Informationen im Übrigen Dritten weder mitzuteilen noch zugänglich zu machen, soweit nicht §\u00a04 dies gestattet;',
          'Gegenstände und Software, die ihr überlassen werden, nicht zurückzuentwickeln und auf vertrauliche Informationen keine Schutzrechte anzumelden;',
          'die offenlegende Partei unverzüglich zu unterrichten, sobald ihr bekannt wird, dass vertrauliche Informationen unbefugt erlangt, genutzt oder offengelegt wurden.',
        ],
      },
      {
        id: 'obligations.trade-secret',
        kind: 'paragraph',
        text: 'Die Parteien sehen in dieser Vereinbarung eine angemessene Geheimhaltungsmaßnahme im Sinne des §\u00a02 Nr.\u00a01 Buchstabe\u00a0b des Gesetzes zum Schutz von Geschäftsgeheimnissen (GeschGehG).',
      },
    ],
  },
  {
    id: 'permitted-disclosures',
    heading: 'Erlaubte Weitergabe',
    blocks: [
      {
        id: 'permitted-disclosures.lead',
        kind: 'paragraph',
        text: 'Über §\u00a03 hinaus gestattet die offenlegende Partei die folgende Weitergabe:',
      },
      { id: 'permitted-disclosures.named', kind: 'quote', text: '{permittedDisclosures}' },
      {
        id: 'permitted-disclosures.law',
        kind: 'paragraph',
        text: 'Erlaubt bleibt eine Offenlegung, zu der die empfangende Partei durch Gesetz oder durch die vollziehbare Anordnung eines Gerichts oder einer Behörde verpflichtet ist. Sie unterrichtet die offenlegende Partei davon vorab, soweit das zulässig und zumutbar ist, und beschränkt die Offenlegung auf das Notwendige. Die Rechte aus §\u00a05 GeschGehG und aus dem Hinweisgeberschutzgesetz bleiben unberührt.',
      },
    ],
  },
  {
    id: 'duration',
    heading: 'Laufzeit',
    blocks: [
      {
        id: 'duration.limited',
        kind: 'paragraph',
        when: 'limited',
        text: 'Diese Vereinbarung tritt in Kraft, sobald beide Parteien unterschrieben haben, und hat von da an eine Laufzeit von {duration}.',
      },
      {
        id: 'duration.unlimited',
        kind: 'paragraph',
        when: 'unlimited',
        text: 'Diese Vereinbarung tritt in Kraft, sobald beide Parteien unterschrieben haben, und gilt von da an {duration}.',
      },
      {
        id: 'duration.termination',
        kind: 'paragraph',
        text: 'Gesetzliche Kündigungsrechte, insbesondere das Recht zur Kündigung aus wichtigem Grund, bleiben unberührt.',
      },
    ],
  },
  {
    id: 'geographic-scope',
    heading: 'Räumlicher Geltungsbereich',
    blocks: [
      {
        id: 'geographic-scope.area',
        kind: 'paragraph',
        text: 'Die Verpflichtungen aus dieser Vereinbarung gelten {geographicScope}.',
      },
    ],
  },
  {
    id: 'penalty',
    heading: 'Vertragsstrafe',
    blocks: [
      {
        id: 'penalty.amount',
        kind: 'paragraph',
        when: 'penalty-agreed',
        text: 'Die empfangende Partei verpflichtet sich, für jeden Fall einer schuldhaften Verletzung ihrer Pflichten aus §\u00a03 eine Vertragsstrafe in Höhe von {penaltyClause} an die offenlegende Partei zu zahlen.',
      },
      {
        id: 'penalty.damages',
        kind: 'paragraph',
        when: 'penalty-agreed',
        text: 'Die offenlegende Partei kann einen weitergehenden Schaden geltend machen; die Vertragsstrafe wird auf den Schadensersatz angerechnet. Ansprüche auf Unterlassung bleiben unberührt.',
      },
      {
        id: 'penalty.none',
        kind: 'paragraph',
        when: 'no-penalty',
        text: 'Eine Vertragsstrafe wird {penaltyClause} vereinbart. Gesetzliche Ansprüche der offenlegenden Partei, insbesondere auf Unterlassung und Schadensersatz, bleiben unberührt.',
      },
    ],
  },
  {
    id: 'return-of-materials',
    heading: 'Rückgabe von Unterlagen',
    blocks: [
      {
        id: 'return-of-materials.duty',
        kind: 'paragraph',
        when: 'return-agreed',
        text: 'Auf Verlangen der offenlegenden Partei, spätestens mit dem Ende dieser Vereinbarung, hat die empfangende Partei alle Unterlagen, Gegenstände und Dateien mit vertraulichen Informationen unverzüglich {returnOfMaterials} und dies auf Wunsch in Textform zu bestätigen.',
      },
      {
        id: 'return-of-materials.retained',
        kind: 'paragraph',
        when: 'return-agreed',
        text: 'Ausgenommen sind Kopien, die aufgrund gesetzlicher Aufbewahrungspflichten oder in üblichen automatischen Datensicherungen verbleiben; für sie gelten die Pflichten aus §\u00a03 fort, solange sie vorhanden sind.',
      },
      {
        id: 'return-of-materials.none',
        kind: 'paragraph',
        when: 'no-return',
        text: 'Eine Rückgabe von Unterlagen ist {returnOfMaterials} vereinbart; diese Klausel findet daher keine Anwendung. Die Pflicht zur Geheimhaltung bleibt davon unberührt.',
      },
    ],
  },
  {
    id: 'ownership',
    heading: 'Rechte an den Informationen',
    blocks: [
      {
        id: 'ownership.retained',
        kind: 'paragraph',
        text: 'Alle Rechte an den vertraulichen Informationen verbleiben bei der offenlegenden Partei. Mit dieser Vereinbarung werden weder Eigentum noch Lizenzen oder sonstige Nutzungsrechte übertragen oder eingeräumt, auch nicht stillschweigend.',
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
          'die empfangende Partei rechtmäßig und ohne Pflicht zur Geheimhaltung von Dritten erhält;',
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
        text: 'Die Pflichten zur Geheimhaltung bestehen nach dem Ende dieser Vereinbarung, gleich aus welchem Grund sie endet, für weitere fünf Jahre fort. Der gesetzliche Schutz von Geschäftsgeheimnissen bleibt darüber hinaus unberührt.',
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
        text: 'Auch die Tatsache, dass die Parteien über eine Zusammenarbeit sprechen, sowie Inhalt und Stand dieser Gespräche sind vertraulich. §\u00a04 gilt entsprechend.',
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
        text: 'Diese Vereinbarung verpflichtet keine Partei, vertrauliche Informationen offenzulegen, Verhandlungen fortzuführen oder weitere Verträge zu schließen. Eine Gewähr für Richtigkeit oder Vollständigkeit der vertraulichen Informationen wird nicht übernommen.',
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
        text: 'Diese Vereinbarung enthält alle Abreden der Parteien über die Geheimhaltung der in §\u00a01 beschriebenen Idee; mündliche Nebenabreden bestehen nicht. Änderungen und Ergänzungen bedürfen der Textform, auch die Änderung dieses Formerfordernisses. Individuelle Abreden der Parteien haben Vorrang (§\u00a0305b BGB).',
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
        text: 'Es gilt das Recht der Bundesrepublik Deutschland unter Ausschluss des UN-Kaufrechts. Zwingende Vorschriften zum Schutz von Verbrauchern bleiben unberührt.',
      },
      {
        id: 'governing-law.venue',
        kind: 'paragraph',
        text: 'Gerichtsstand für Streitigkeiten aus dieser Vereinbarung ist der Sitz der offenlegenden Partei, soweit §\u00a038 der Zivilprozessordnung (ZPO) eine solche Vereinbarung zulässt. Im Übrigen gelten die gesetzlichen Gerichtsstände.',
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
        text: 'Die Parteien vereinbaren nach §\u00a0127 BGB, dass diese Vereinbarung elektronisch geschlossen wird, indem jede Partei sie mit einer einfachen elektronischen Signatur unterschreibt, etwa durch Zeichnen des Namenszugs auf dem Bildschirm. Zwischen den Parteien hat diese Signatur dieselbe Wirkung wie eine eigenhändige Unterschrift.',
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
