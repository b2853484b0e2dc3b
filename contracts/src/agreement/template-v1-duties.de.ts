import type { TemplateSection } from './template.js';

/**
 * Clauses 1 to 8 of template v1 in German: the protected information and the recipient's duties. Frozen.
 * `\u00a0` is a no-break space. It keeps '§ 7' on one line.
 */
export const dutiesV1De: readonly TemplateSection[] = [
  {
    id: 'subject',
    heading: 'Gegenstand',
    blocks: [
      {
        id: 'subject.purpose',
        kind: 'paragraph',
        text: 'Die offenlegende Partei beabsichtigt, der empfangenden Partei vertrauliche Informationen zu der nachstehend beschriebenen Idee zugänglich zu machen, damit die Parteien eine mögliche Zusammenarbeit prüfen können (der „Zweck“).',
      },
      {
        id: 'subject.parties',
        kind: 'paragraph',
        when: 'company-named',
        text: 'Ist bei einer Partei ein Unternehmen angegeben, so ist dessen Rechtsträger die Partei; die genannte Person unterschreibt für ihn und versichert, dazu berechtigt zu sein.',
      },
      { id: 'subject.title', kind: 'paragraph', text: 'Titel der Idee: „{ideaTitle}“' },
      {
        id: 'subject.lead',
        kind: 'paragraph',
        text: 'Die Idee beschreibt die offenlegende Partei wie folgt:',
      },
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
        text: 'Vertrauliche Informationen sind alle technischen, wirtschaftlichen, rechtlichen und sonstigen Informationen zu der in §\u00a01 beschriebenen Idee, die der empfangenden Partei von der offenlegenden Partei oder auf deren Veranlassung bekannt werden, gleich ob mündlich, schriftlich, elektronisch, durch Vorführung oder in anderer Form, und gleich ob sie Geschäftsgeheimnisse im Sinne des Gesetzes zum Schutz von Geschäftsgeheimnissen (GeschGehG) sind. Die in §\u00a010 genannten Informationen gehören nicht dazu.',
      },
      {
        id: 'definition.marking',
        kind: 'paragraph',
        text: 'Einer Kennzeichnung als vertraulich bedarf es nicht. Zu den vertraulichen Informationen gehören auch Auswertungen, Zusammenfassungen und Kopien, soweit sie vertrauliche Informationen enthalten oder wiedergeben.',
      },
      {
        id: 'definition.before-signing',
        kind: 'paragraph',
        text: 'Zu den vertraulichen Informationen gehören ferner die in §\u00a01 wiedergegebene Beschreibung und alles, was die offenlegende Partei der empfangenden Partei zu der Idee schon bei der Anbahnung dieser Vereinbarung mitgeteilt hat.',
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
          'vertrauliche Informationen geheim zu halten und durch angemessene technische und organisatorische Maßnahmen vor dem Zugriff Unbefugter zu schützen, mindestens mit der Sorgfalt, die sie für eigene vertrauliche Informationen gleicher Bedeutung aufwendet;',
          'vertrauliche Informationen ausschließlich für den in §\u00a01 genannten Zweck zu verwenden;',
          'vertrauliche Informationen nur solchen Beschäftigten und solchen beruflich zur Verschwiegenheit verpflichteten Personen zugänglich zu machen, die sie für diesen Zweck kennen müssen und die in gleichem Umfang zur Geheimhaltung verpflichtet sind; für deren Verschulden steht sie wie für eigenes ein (§\u00a0278 BGB);',
          'vertrauliche Informationen im Übrigen Dritten weder mitzuteilen noch zugänglich zu machen, soweit nicht §\u00a04 dies gestattet;',
          'Gegenstände und Software, die ihr überlassen werden, nicht zurückzuentwickeln, soweit das Gesetz dies nicht zwingend gestattet, und auf vertrauliche Informationen keine Schutzrechte anzumelden;',
          'die offenlegende Partei unverzüglich zu unterrichten, sobald ihr bekannt wird, dass vertrauliche Informationen unbefugt erlangt, genutzt oder offengelegt wurden.',
        ],
      },
      {
        id: 'obligations.trade-secret',
        kind: 'paragraph',
        text: 'Die Parteien sehen in dieser Vereinbarung eine angemessene Geheimhaltungsmaßnahme im Sinne des §\u00a02 Nr.\u00a01 Buchstabe\u00a0b GeschGehG.',
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
        id: 'permitted-disclosures.onward',
        kind: 'paragraph',
        when: 'disclosures-named',
        text: 'Wer danach vertrauliche Informationen erhalten darf, ist vorher in gleichem Umfang zur Geheimhaltung zu verpflichten, soweit er nicht schon von Gesetzes oder Berufs wegen zur Verschwiegenheit verpflichtet ist.',
      },
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
        text: 'Gesetzliche Kündigungsrechte, insbesondere das Recht zur Kündigung aus wichtigem Grund, bleiben unberührt. Was nach dem Ende der Vereinbarung gilt, regelt §\u00a011.',
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
      {
        id: 'geographic-scope.effects',
        kind: 'paragraph',
        when: 'regional',
        text: 'Erfasst ist auch eine Nutzung oder Offenlegung, die außerhalb dieses Gebiets vorgenommen wird, sich aber darin auswirkt.',
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
        text: 'Die offenlegende Partei kann einen weitergehenden Schaden geltend machen; die Vertragsstrafe wird auf den Schadensersatz angerechnet (§\u00a0340 Abs.\u00a02, §\u00a0341 Abs.\u00a02 BGB). Neben der Vertragsstrafe bleiben die Ansprüche auf Erfüllung und Unterlassung bestehen.',
      },
      {
        id: 'penalty.reduction',
        kind: 'paragraph',
        when: 'penalty-agreed',
        text: 'Mehrere Handlungen, die eine natürliche Handlungseinheit bilden, gelten als eine Verletzung. Ist die Vertragsstrafe unverhältnismäßig hoch, kann ein Gericht sie auf Antrag der empfangenden Partei auf den angemessenen Betrag herabsetzen (§\u00a0343 BGB); dies gilt auch unter Kaufleuten, §\u00a0348 HGB findet keine Anwendung.',
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
        text: 'Auf Verlangen der offenlegenden Partei, spätestens mit dem Ende dieser Vereinbarung, hat die empfangende Partei alle Unterlagen und Gegenstände mit vertraulichen Informationen einschließlich aller Kopien unverzüglich {returnOfMaterials}, Dateien zu löschen und dies auf Wunsch in Textform zu bestätigen. Die Wahl zwischen Rückgabe und Vernichtung hat die offenlegende Partei.',
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
        text: 'Eine Rückgabe von Unterlagen ist {returnOfMaterials} vereinbart; diese Klausel findet daher keine Anwendung. Die Pflicht zur Geheimhaltung und gesetzliche Ansprüche auf Herausgabe bleiben davon unberührt.',
      },
    ],
  },
];
