import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { SandboxConfirmRequest } from '@siegel/contracts/payments/requests';
import { SandboxProvider } from './sandbox.provider.js';

/** Stands in for the provider's own script: card data never touches the rest of the backend. */
@Controller('api/sandbox/payments')
export class SandboxController {
  constructor(private readonly sandbox: SandboxProvider) {}

  @Post(':clientSecret/confirm')
  @HttpCode(200)
  async confirm(
    @Param('clientSecret') clientSecret: string,
    @Body() body: SandboxConfirmRequest,
  ): Promise<{ status: string }> {
    const { cardNumber, expiry, cvc, authenticated } = body;
    return this.sandbox.confirm(clientSecret, {
      cardNumber,
      expiry,
      cvc,
      authenticated: authenticated === true,
    });
  }
}
