import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { LoginRequest } from '@siegel/contracts/admin/requests';
import {
  adminCheckSchema,
  type AdminCheckView,
  loginSchema,
  type LoginView,
} from '@siegel/contracts/admin/views';
import { EXAMPLES } from '@siegel/contracts/examples';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe, json } from '../../http/openapi/route-description.js';
import { RateLimited } from '../../http/problems/http-errors.js';
import { Sessions } from '../../http/callers/sessions.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { Credentials } from './credentials.js';
import { LoginMeter } from './login-meter.js';
import { type Attempt, LoginThrottle } from './login-throttle.js';

/** The calls with which admin and auditor log in and out (rule:admin-and-auditor). */
@Controller('api/admin')
export class SessionController {
  constructor(
    private readonly credentials: Credentials,
    private readonly throttle: LoginThrottle,
    private readonly meter: LoginMeter,
    private readonly sessions: Sessions,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Describe({
    id: 'login',
    tag: 'Administration',
    summary: 'Log in as admin or auditor',
    details:
      'After five wrong passwords a client must wait before each further attempt. Each wait is longer than the one before, up to a limit (rule:login-is-throttled).',
    access: 'everybody',
    body: LoginRequest,
    examples: EXAMPLES.login,
    answers: { 200: json('The role that is now logged in', loginSchema, { headers: ['Set-Cookie'] }) },
    problems: ['invalid_password'],
  })
  async login(
    @Body() body: LoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginView> {
    const attempt = await this.enter(request);
    const role = await this.credentials.roleOf(body.password).catch(async (error: unknown) => {
      await this.throttle.takeBack(attempt);
      throw error;
    });
    if (role === undefined) {
      this.meter.failed('invalid_password');
      throw new RuleBroken('invalid_password');
    }
    const browser = await this.throttle.succeeded(attempt);
    await this.sessions.start(role, request, reply);
    // The cookie is set only now, so that a failed login leaves no cookie.
    if (browser !== undefined) this.throttle.remember(browser, reply);
    this.meter.succeeded(role);
    return { role };
  }

  /** @throws RateLimited */
  private async enter(request: FastifyRequest): Promise<Attempt> {
    try {
      return await this.throttle.enter(request);
    } catch (error) {
      if (error instanceof RateLimited) this.meter.failed('throttled');
      throw error;
    }
  }

  /** Also works without a session, in which case there is nothing to end. */
  @Post('logout')
  @HttpCode(204)
  @Describe({
    id: 'logout',
    tag: 'Administration',
    summary: 'Log out',
    details: 'The content of a request body is ignored.',
    access: 'everybody',
    answers: { 204: { description: 'The session has ended' } },
  })
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(request, reply);
  }

  /** Never responds with 401. If the caller is not logged in, the response says that there is no session. */
  @Get('check')
  @Describe({
    id: 'checkSession',
    tag: 'Administration',
    summary: 'Read which role is logged in',
    access: 'everybody',
    answers: { 200: json('The role. It is null if nobody is logged in', adminCheckSchema) },
  })
  async check(@Req() request: FastifyRequest): Promise<AdminCheckView> {
    const session = await this.sessions.find(request);
    return { isAdmin: session?.role === 'admin', role: session?.role ?? null };
  }
}
