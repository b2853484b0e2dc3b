import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { EXAMPLES } from '@siegel/contracts/examples';
import { SandboxConfirmRequest } from '@siegel/contracts/payments/requests';
import { namedObject, oneOf, type ViewOf } from '@siegel/contracts/schema';
import { Describe, json } from '../../http/openapi/route-description.js';
import { SandboxProvider } from './sandbox.provider.js';

const sandboxSchema = namedObject('SandboxPayment', { status: oneOf(['succeeded', 'requires_action']) });
interface SandboxView extends ViewOf<typeof sandboxSchema> {}

/**
 * Accepts the card data that a real provider's script would send to that provider. Card data therefore never
 * reaches any other part of the backend.
 */
@Controller('api/sandbox/payments')
export class SandboxController {
  constructor(private readonly sandbox: SandboxProvider) {}

  @Post(':clientSecret/confirm')
  @Describe({
    id: 'confirmSandboxPayment',
    tag: 'Payment',
    summary: 'Enter a card in the sandbox, which replaces the payment provider',
    details:
      'The card 4242 4242 4242 4242 succeeds. 4000 0000 0000 0002 is declined. 4000 0025 0000 3155 first requires `authenticated`.',
    access: 'everybody',
    path: { clientSecret: { type: 'string', pattern: '^pi_sandbox_[0-9a-f]{24}_secret_[0-9a-f]{32}$' } },
    body: SandboxConfirmRequest,
    examples: EXAMPLES.confirmSandboxPayment,
    answers: { 200: json('The payment succeeded, or it requires `authenticated`', sandboxSchema) },
    problems: ['not_found', 'payment_unknown', 'card_declined', 'card_invalid'],
  })
  @HttpCode(200)
  async confirm(
    @Param('clientSecret') clientSecret: string,
    @Body() body: SandboxConfirmRequest,
  ): Promise<SandboxView> {
    const { cardNumber, expiry, cvc, authenticated } = body;
    return this.sandbox.confirm(clientSecret, {
      cardNumber,
      expiry,
      cvc,
      authenticated: authenticated === true,
    });
  }
}
