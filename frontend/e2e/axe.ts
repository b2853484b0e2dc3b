import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Expects that the screen does not violate WCAG 2.2 AA (rule:accessible). First waits until all running
 * animations have ended. Endless animations are not waited for.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
  );
  // Evaluate the script instead of adding a script element. The content security policy would rightly refuse
  // the element.
  await page.evaluate(AXE);
  const violations = await page.evaluate(async (tags) => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const { violations: found } = await engine.run(document, { runOnly: { type: 'tag', values: tags } });
    return found.map(
      (one) =>
        `${one.id}: ${one.nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary ?? ''})`).join('; ')}`,
    );
  }, WCAG);
  expect(violations, `accessibility of ${where}`).toEqual([]);
}
