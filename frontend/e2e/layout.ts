import { expect, type Page } from '@playwright/test';

/**
 * Sets the browser's default font size, as people can do in the settings. Breakpoints in em depend on this
 * size.
 */
export async function setDefaultFontSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
  await session.detach();
}

/**
 * Returns the texts that extend beyond the left or right edge of the window, and the number of pixels by
 * which the page scrolls sideways.
 */
export const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const holdsText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const outside = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right } = range.getBoundingClientRect();
      return left < -1 || right > width + 1;
    };
    /** True for content that only screen readers can find, because its box is clipped away. */
    const isUnseen = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isUnseen(element.parentElement));
    const cut = [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && holdsText(element) && outside(element))
      .filter((element) => !isUnseen(element))
      .map((element) => element.textContent?.slice(0, 60));
    return { cut, sideways: document.documentElement.scrollWidth - width };
  });

export const expectNothingCut = (page: Page, where: string): Promise<void> =>
  expect.poll(() => cutTexts(page), { message: where }).toEqual({ cut: [], sideways: 0 });

/**
 * Returns the faults of a layout. Faults are: the page scrolls sideways, a text leaves its block, a box cuts
 * off a text, or texts and controls overlap. Elements that stay in place while the page scrolls are left out,
 * because they are meant to cover other elements.
 */
const problemsOfLayout = (page: Page) =>
  page.evaluate(() => {
    /** Pixels of tolerance for rounding. */
    const SLACK = 1.5;
    interface Item {
      readonly element: Element;
      readonly name: string;
      readonly box: DOMRect;
      readonly isText: boolean;
    }
    const style = (element: Element) => getComputedStyle(element);
    /** Caches a function's result for each element, because many texts have the same ancestors. */
    const once = <Result>(of: (element: Element) => Result) => {
      const known = new Map<Element, Result>();
      return (element: Element): Result => {
        if (!known.has(element)) known.set(element, of(element));
        return known.get(element) as Result;
      };
    };
    const lineage: (element: Element) => Element[] = once((element) =>
      element.parentElement === null ? [element] : [element, ...lineage(element.parentElement)],
    );
    const isExcluded = once((one) => {
      const { clipPath, position, top } = style(one);
      // Excludes elements that only screen readers get, links that are hidden until they have the focus, and
      // elements that stay in place while the page scrolls.
      return (
        clipPath !== 'none' ||
        (position === 'absolute' && Number.parseFloat(top) < 0 && one.matches('a')) ||
        position === 'fixed' ||
        position === 'sticky'
      );
    });
    const isSeen = once(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !lineage(element).some(isExcluded),
    );
    const boxOf = once((element) => element.getBoundingClientRect());
    const scrollersOf = once((element) =>
      lineage(element).filter((one) => /auto|scroll/.test(style(one).overflowY)),
    );
    /** True if the element has been scrolled out of the visible part of a scrolling box. */
    const isScrolledAway = (element: Element, box: DOMRect) =>
      scrollersOf(element).some((one) => box.bottom > boxOf(one).bottom || box.top < boxOf(one).top);
    const isInline = once((element) => style(element).display.startsWith('inline'));
    const blockOf = once(
      (element) => lineage(element).find((one) => style(one).display !== 'inline') ?? element,
    );
    /** Returns the ancestors that cut off content outside their box. */
    const clippersOf = once((element) =>
      lineage(element)
        .filter((one) => one !== document.body && one !== document.documentElement)
        .map((one) => ({ one, x: style(one).overflowX, y: style(one).overflowY }))
        .map(({ one, x, y }) => ({ one, x: /hidden|clip/.test(x), y: /hidden|clip/.test(y) }))
        .filter(({ x, y }) => x || y),
    );

    const items: Item[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const name = node.textContent?.trim().slice(0, 50) ?? '';
      if (
        element === null ||
        name === '' ||
        element.matches('script, style, option, textarea') ||
        !isSeen(element)
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, top, width, height } of range.getClientRects()) {
        // A text's box is higher than its letters, so compare only the middle half of the box's height.
        const box = new DOMRect(left, top + height * 0.25, width, height * 0.5);
        if (width > 0 && !isScrolledAway(element, box)) items.push({ element, name, box, isText: true });
      }
    }
    for (const element of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
      const isCovered = element.matches('[type="file"], [type="radio"], [type="checkbox"]');
      if (isCovered || !isSeen(element) || style(element).display === 'inline') continue;
      if (isScrolledAway(element, element.getBoundingClientRect())) continue;
      const name = `<${element.tagName.toLowerCase()}> ${element.textContent?.trim().slice(0, 30)}`;
      items.push({ element, name, box: element.getBoundingClientRect(), isText: false });
    }

    const problems = new Set<string>();
    const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (sideways > 0) problems.add(`the page scrolls sideways by ${sideways} px`);
    // Only `pre` elements may scroll sideways, because they contain commands that must stay on one line.
    for (const box of document.querySelectorAll('body *'))
      if (
        /auto|scroll/.test(style(box).overflowX) &&
        box.scrollWidth > box.clientWidth + 1 &&
        !box.matches('pre')
      )
        problems.add(`.${box.className} scrolls sideways`);

    for (const { element, name, box } of items.filter(({ isText }) => isText)) {
      const block = blockOf(element);
      const around = boxOf(block);
      const leaves = box.left < around.left - SLACK || box.right > around.right + SLACK;
      if (leaves && !isInline(block)) problems.add(`'${name}' leaves its block`);
      for (const { one, x, y } of clippersOf(element)) {
        const clip = boxOf(one);
        const isCut =
          (x && (box.left < clip.left - SLACK || box.right > clip.right + SLACK)) ||
          (y && (box.top < clip.top - SLACK || box.bottom > clip.bottom + SLACK));
        if (isCut) problems.add(`'${name}' is cut by ${one.className}`);
      }
    }
    const meets = (a: Item, b: Item) =>
      Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > SLACK &&
      Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > SLACK;
    /** True if the button is in the field's padding, so that it covers no typed text. */
    const isInPadding = (field: Item, button: Item) =>
      field.element.matches('input') &&
      button.element.matches('button') &&
      button.box.right <= field.box.left + Number.parseFloat(style(field.element).paddingLeft) + SLACK;
    for (const [index, a] of items.entries())
      for (const b of items.slice(index + 1)) {
        if (!meets(a, b) || isInPadding(a, b)) continue;
        const isOne = a.element.contains(b.element) || b.element.contains(a.element);
        const isOneText = a.isText && b.isText && blockOf(a.element) === blockOf(b.element);
        if (!isOne && !isOneText) problems.add(`'${a.name}' and '${b.name}' lie on each other`);
      }
    return [...problems];
  });

/** Expects a layout without faults. Repeats the check, because a running animation may cause a fault. */
export const expectGoodLayout = (page: Page, where: string): Promise<void> =>
  expect.poll(() => problemsOfLayout(page), { message: where }).toEqual([]);

/** Minimum width and height of a touch target, in pixels. */
const TARGET = 44;

/**
 * Returns the controls that are too small for a finger. Links within running text are left out, because WCAG
 * 2.5.8 allows them to be smaller.
 */
export const smallTargets = (page: Page) =>
  page.evaluate((smallest) => {
    const isLinkInText = (element: Element): boolean => {
      if (!element.matches('a') || getComputedStyle(element).display !== 'inline') return false;
      let block = element.parentElement;
      while (block !== null && getComputedStyle(block).display === 'inline') block = block.parentElement;
      return block !== null && block.textContent?.trim() !== element.textContent?.trim();
    };
    /**
     * Returns the elements that a person can press to operate a control. These are the control itself and its
     * labels, so a large label is enough. The labels of a text field are left out.
     */
    const partsOf = (element: Element): Element[] => [
      element,
      ...(element instanceof HTMLInputElement && element.type !== 'text' ? (element.labels ?? []) : []),
    ];
    const isUnseen = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isUnseen(element.parentElement));
    return [
      ...document.querySelectorAll(
        'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="tab"], [tabindex="0"]',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isUnseen(element))
      .filter((element) => !isLinkInText(element) && getComputedStyle(element).pointerEvents !== 'none')
      .flatMap((element) => {
        const sizes = partsOf(element).map((part) => part.getBoundingClientRect());
        // Allow a tenth of a pixel less, because sizes are rounded.
        if (sizes.some(({ width, height }) => Math.min(width, height) >= smallest - 0.1)) return [];
        const [{ width, height } = new DOMRect()] = sizes;
        return [
          `<${element.tagName.toLowerCase()}> '${element.textContent?.trim().slice(0, 40)}': ${width.toFixed(1)} × ${height.toFixed(1)}`,
        ];
      });
  }, TARGET);
