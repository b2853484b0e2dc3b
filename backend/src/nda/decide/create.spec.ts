import { oneOfEachCommand } from '../testing/commands.js';
import { given } from '../testing/given.js';
import { created, discarded, erased, hashOf, party1Signed } from '../testing/samples.js';

const create = oneOfEachCommand.CreateNda;

describe('CreateNda', () => {
  it('fixes terms, text and creator', () => given().when(create).then(created));
  it('records nothing when the same creator repeats the creation', () =>
    given(created).when(create).thenNothing());
  it('treats an id of another creator as unknown', () =>
    given(created)
      .when({ ...create, creatorKeyHash: hashOf('8') })
      .thenRefused('not_found'));
  it('treats an id of another agreement as unknown', () =>
    given(created)
      .when({ ...create, agreementHash: hashOf('8') })
      .thenRefused('not_found'));
  it('never creates an erased NDA again', () =>
    given(created, erased).when(create).thenRefused('nda_erased'));
});

describe('DiscardNda', () => {
  const discard = { type: 'DiscardNda', replacedBy: 'another', reason: 'replaced' } as const;
  it('discards an unsigned draft', () =>
    given(created)
      .when(discard)
      .then({ type: 'NdaDiscarded', open: { replacedBy: 'another', reason: 'replaced' } }));
  it('refuses a signed one', () =>
    given(created, party1Signed()).when(discard).thenRefused('already_signed'));
  it('records nothing when the draft is already discarded', () =>
    given(created, discarded).when(discard).thenNothing());
});
