import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { LoginRequest } from '@siegel/contracts/admin/requests';
import type { AdminCheckView, LoginView } from '@siegel/contracts/admin/views';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../http/request-context.js';
import { Sessions } from '../http/sessions.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { Credentials } from './credentials.js';
import { LoginThrottle } from './login-throttle.js';

/** Login of admin and auditor (rule:admin-and-auditor). */
@Controller('api/admin')
export class SessionController {
  constructor(
    private readonly credentials: Credentials,
    private readonly throttle: LoginThrottle,
    private readonly sessions: Sessions,
  ) {}

  @Post('login')
  @HttpCode(200)
  async login(
    @Body() body: LoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginView> {
    const attempt = await this.throttle.enter(addressOf(request));
    const role = await this.credentials.roleOf(body.password);
    if (role === undefined) throw new RuleBroken('invalid_password');
    await this.throttle.succeeded(attempt);
    await this.sessions.start(role, request, reply);
    return { role };
  }

  /** Also without a session: then there is nothing to end. */
  @Post('logout')
  @HttpCode(204)
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(request, reply);
  }

  /** Never 401: a visitor is told that he is none. */
  @Get('check')
  async check(@Req() request: FastifyRequest): Promise<AdminCheckView> {
    const session = await this.sessions.find(request);
    return { isAdmin: session?.role === 'admin', role: session?.role ?? null };
  }
}
